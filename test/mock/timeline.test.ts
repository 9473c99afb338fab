import { expect, test } from 'vitest';
import { seedShortSpeech } from '../support/speech.ts';
import { forEachTransport, type OpenTransport } from '../support/transports.ts';

async function open(openTransport: () => Promise<OpenTransport>) {
  const transport = await openTransport();
  const client = transport.client();
  const { id } = await seedShortSpeech(transport.mock);
  const at = async (time_seconds: number) => (await client.timeline.at(id, { time_seconds })).items;
  const [video, audio, caption] = (await at(0)).map((item) => item.id) as [string, string, string];
  const second = (await at(2)).at(-1)?.id ?? '';
  return { transport, client, id, at, video, audio, caption, second };
}

forEachTransport('the timeline', (openTransport) => {
  test('an item is active from its start until just before its end', async () => {
    const { at } = await open(openTransport);
    const labels = async (time: number) =>
      (await at(time)).map(({ type, label, layerIndex }) => [type, label, layerIndex]);
    expect(await labels(1.999)).toEqual([
      ['video', 'Moon', 0],
      ['audio', 'Moon', 1],
      ['caption', 'We choose to go', 2],
    ]);
    expect((await labels(2))[2]).toEqual(['caption', 'to the Moon in this decade.', 2]);
    expect(await labels(4)).toHaveLength(2);
    expect(await labels(12.5)).toEqual([]);
  });

  test('an item is active at exactly the start that a response contains', async () => {
    const { client, id, at, caption } = await open(openTransport);
    // In JavaScript, 1.001 times 1000 is 1000.9999999999999.
    await client.timeline.batchMove(id, { items: [{ timeline_item_id: caption, new_start_seconds: 1.001 }] });
    expect((await at(1.001)).map((item) => item.id)).toContain(caption);
  });

  test('a move of a caption moves its words, and uses a higher layer if another item is in the way', async () => {
    const { client, id, at, caption, second } = await open(openTransport);
    const result = await client.timeline.batchMove(id, {
      items: [
        { timeline_item_id: caption, new_start_seconds: 4.5 },
        { timeline_item_id: second, new_start_seconds: 5 },
      ],
    });
    expect(result).toMatchObject({ success: true, repositioned_count: 2, failed_count: 0, failed_items: [] });
    expect(result.items).toEqual([
      {
        timeline_item_id: caption,
        previous_start_seconds: 0,
        new_start_seconds: 4.5,
        previous_layer_index: 2,
        new_layer_index: 2,
      },
      {
        timeline_item_id: second,
        previous_start_seconds: 2,
        new_start_seconds: 5,
        previous_layer_index: 2,
        new_layer_index: 3,
      },
    ]);
    expect((await at(5.5)).map(({ id: item, layerIndex }) => [item, layerIndex]).slice(2)).toEqual([
      [caption, 2],
      [second, 3],
    ]);
    const captions = (await client.captions.list(id)).items;
    expect(
      captions
        .map(({ timeline_item_id, start_seconds, end_seconds }) => [timeline_item_id, start_seconds, end_seconds])
        .slice(0, 2),
    ).toEqual([
      [caption, 4.5, 6.5],
      [second, 5, 7],
    ]);
    expect(captions[0]?.words?.[0]?.start_seconds).toBe(4.5);
    expect((await client.captions.words.list(id)).items.map(({ sequenceIndex }) => sequenceIndex)).toEqual([
      ...Array(23).keys(),
    ]);
  });

  test('the error for a caption_id names the timeline_item_id to send instead', async () => {
    const { client, id, caption } = await open(openTransport);
    const [{ caption_id = '' } = {}] = (await client.captions.list(id)).items;
    const hint = `is not the id of an item of this timeline: it is a caption_id, and the timeline_item_id of that caption is ${caption}`;
    for (const { failed_items } of [
      await client.timeline.batchMove(id, { items: [{ timeline_item_id: caption_id, new_start_seconds: 1 }] }),
      await client.timeline.batchTrim(id, { items: [{ timeline_item_id: caption_id, trim_end_seconds: 1 }] }),
    ]) {
      expect(failed_items).toMatchObject([
        { timeline_item_id: caption_id, error: `timeline_item_id ${hint}.`, error_details: { timeline_item_id: hint } },
      ]);
    }
  });

  test('a move lists the items that cannot be moved, and moves all other items', async () => {
    const { client, id, video, audio, caption } = await open(openTransport);
    const result = await client.timeline.batchMove(id, {
      items: [
        { timeline_item_id: 'none', new_start_seconds: 1 },
        { timeline_item_id: video, new_start_seconds: -1 },
        { timeline_item_id: caption, new_start_seconds: 86_401 },
        { timeline_item_id: audio, new_start_seconds: 1 },
      ],
    });
    expect(result).toMatchObject({ success: false, repositioned_count: 1, failed_count: 3 });
    expect(result.items.map(({ timeline_item_id }) => timeline_item_id)).toEqual([audio]);
    expect(result.failed_items).toEqual([
      {
        timeline_item_id: 'none',
        error: 'timeline_item_id is not the id of an item of this timeline.',
        error_code: 'validation_error',
        retryable: false,
        error_details: { timeline_item_id: 'is not the id of an item of this timeline' },
      },
      {
        timeline_item_id: video,
        error: 'new_start_seconds must be 0 or more.',
        error_code: 'validation_error',
        retryable: false,
        error_details: { new_start_seconds: 'must be 0 or more' },
      },
      {
        timeline_item_id: caption,
        error: 'new_start_seconds must be 86400 or less.',
        error_code: 'validation_error',
        retryable: false,
        error_details: { new_start_seconds: 'must be 86400 or less' },
      },
    ]);
  });

  test('an infinite time causes an error for its item, but the request succeeds', async () => {
    const { transport, id, video } = await open(openTransport);
    const post = (path: string, body: string) =>
      transport.fetch(`${transport.baseUrl}/projects/${id}/timeline/${path}`, {
        method: 'POST',
        headers: { authorization: 'Bearer test', 'content-type': 'application/json' },
        body,
      });
    const moved = await post('batch-move', `{"items":[{"timeline_item_id":"${video}","new_start_seconds":1e999}]}`);
    expect([moved.status, await moved.json()]).toMatchObject([200, { repositioned_count: 0, failed_count: 1 }]);
    const trimmed = await post('batch-trim', `{"items":[{"timeline_item_id":"${video}","trim_end_seconds":1e999}]}`);
    expect([trimmed.status, await trimmed.json()]).toMatchObject([200, { trimmed_count: 0, failed_count: 1 }]);
  });

  test('an invalid item is rejected even after many items with an infinite start', async () => {
    const { transport, id } = await open(openTransport);
    const infinite = Array.from({ length: 500 }, () => '{"timeline_item_id":"i1","new_start_seconds":1e999}');
    const response = await transport.fetch(`${transport.baseUrl}/projects/${id}/timeline/batch-move`, {
      method: 'POST',
      headers: { authorization: 'Bearer test', 'content-type': 'application/json' },
      body: `{"items":[${infinite},{"timeline_item_id":7,"new_start_seconds":0}]}`,
    });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: { param: 'items[500].timeline_item_id' } },
    ]);
  });

  test('a start of -0 is stored as 0', async () => {
    const { transport, id, video } = await open(openTransport);
    await transport.fetch(`${transport.baseUrl}/projects/${id}/timeline/batch-move`, {
      method: 'POST',
      headers: { authorization: 'Bearer test', 'content-type': 'application/json' },
      body: `{"items":[{"timeline_item_id":"${video}","new_start_seconds":-0}]}`,
    });
    expect(await transport.mock.snapshot()).toEqual(JSON.parse(JSON.stringify(await transport.mock.snapshot())));
  });

  test('trims of an item add up and keep its start, and fail if nothing of the item would be left', async () => {
    const { client, id, video, at } = await open(openTransport);
    const trim = (trim_start_seconds: number, trim_end_seconds: number) =>
      client.timeline.batchTrim(id, { items: [{ timeline_item_id: video, trim_start_seconds, trim_end_seconds }] });
    expect((await trim(1, 2)).items).toEqual([
      {
        timeline_item_id: video,
        success: true,
        trim_start_seconds: 1,
        trim_end_seconds: 2,
        new_duration_seconds: 9.5,
        error: null,
      },
    ]);
    expect((await trim(0.5, 0)).items).toMatchObject([
      { trim_start_seconds: 1.5, trim_end_seconds: 2, new_duration_seconds: 9 },
    ]);
    expect(await trim(4.5, 4.5)).toMatchObject({
      success: false,
      trimmed_count: 0,
      failed_items: [{ timeline_item_id: video, error_code: 'validation_error', retryable: false }],
    });
    expect(await trim(-1, 0)).toMatchObject({ failed_items: [{ error: 'trim_start_seconds must be 0 or more.' }] });
    expect((await at(0))[0]).toMatchObject({ id: video, startSeconds: 0, endSeconds: 9 });
  });

  test('a trimmed caption fits its words into the remaining time, and a trim by 0 keeps their times', async () => {
    const { client, id, caption } = await open(openTransport);
    const first = async () => (await client.captions.list(id)).items[0];
    const before = await first();
    await client.captions.words.retime(id, {
      updates: [{ word_id: before?.words?.[1]?.id ?? '', start_seconds: 0.7, end_seconds: 0.8 }],
    });
    const retimed = await first();
    await client.timeline.batchTrim(id, { items: [{ timeline_item_id: caption }] });
    expect(await first()).toEqual(retimed);
    await client.timeline.batchTrim(id, {
      items: [{ timeline_item_id: caption, trim_start_seconds: 0.5, trim_end_seconds: 0.5 }],
    });
    expect(await first()).toMatchObject({ text: before?.text, start_seconds: 0, end_seconds: 1 });
  });

  test('a media update keeps omitted fields, counts keyframes and warns about unknown fields', async () => {
    const { client, id, video, at } = await open(openTransport);
    expect(
      await client.timeline.updateMedia(id, video, { positionX: 10, opacity: 0, volume: 2, blurredBackground: true }),
    ).toMatchObject({
      success: true,
      timelineItemId: video,
      updated: {
        positionX: 10,
        positionY: 0,
        widthPx: 1080,
        heightPx: 1920,
        opacity: 0,
        volume: 2,
        keepAspectRatio: true,
        blurredBackground: true,
      },
      animationApplied: null,
      keyframeCount: 0,
      warnings: [],
    });
    const second = await client.timeline.updateMedia(id, video, {
      positionY: 5,
      sparkle: 1,
      animation: { name: 'fade', keyframes: [1, 2, 3] },
    });
    expect(second).toMatchObject({
      updated: { positionX: 10, positionY: 5 },
      animationApplied: 'fade',
      keyframeCount: 3,
    });
    expect(second.warnings).toEqual(['The mock ignored the unknown field "sparkle".']);
    expect((await at(0))[0]?.volume).toBe(2);
    expect(await client.timeline.updateMedia(id, video, {})).toMatchObject({
      updated: { positionX: 10, positionY: 5, volume: 2 },
    });
  });

  test('a media update of a caption is rejected', async () => {
    const { client, id, caption } = await open(openTransport);
    await expect(client.timeline.updateMedia(id, caption, {})).rejects.toMatchObject({
      status: 400,
      param: 'timelineItemId',
    });
  });

  test('effects keep their ids, and every accepted change is counted in txid', async () => {
    const { client, id, video, caption } = await open(openTransport);
    const zoom = await client.timeline.updateZoom(id, video, { scale: 2 });
    const grade = await client.timeline.updateColorGrade(id, caption, {});
    const again = await client.timeline.updateZoom(id, video, {});
    expect([zoom.effect_type, grade.effect_type]).toEqual(['zoom', 'colorgrade']);
    expect(again.effect_id).toBe(zoom.effect_id);
    expect(grade.effect_id).not.toBe(zoom.effect_id);
    expect([grade.txid, again.txid]).toEqual([Number(zoom.txid) + 1, Number(zoom.txid) + 2]);
    await expect(client.timeline.updateZoom(id, 'none', {})).rejects.toMatchObject({ status: 404 });
    expect((await client.timeline.updateZoom(id, video, {})).txid).toBe(Number(again.txid) + 1);
  });
});
