const captions = `WEBVTT

00:00.000 --> 00:02.000
We choose to go

00:02.000 --> 00:04.000
to the <b>Moon</b> in this decade.

00:07.000 --> 00:09.000
Not because it is easy,
`;

/**
 * The typical requests of a test suite: reads, edits that undo each other, rejected requests, and replays. Each entry has the
 * expected status and the raw bytes of the request.
 */
export async function trafficOf(origin, apiKey) {
  const api = `${origin}/api/v1`;
  const idempotencyKey = `only-once-${apiKey}`;
  const call = (url, method, body) =>
    fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      ...(body && { body: JSON.stringify(body) }),
    }).then((response) => response.json());
  const { id } = await call(`${origin}/_mock/seed`, 'POST', { name: 'Soak', captions });
  const { words } = await call(`${api}/projects/${id}/captions/words`, 'GET');
  const { items } = await call(`${api}/projects/${id}/timeline/at?time_seconds=1`, 'GET');
  const { job_id: job } = await call(`${api}/generate-sound`, 'POST', { prompt: 'rain', project_id: id });
  await call(`${api}/projects`, 'POST', { name: 'Once' });
  const video = items.find(({ type }) => type === 'video').id;
  const [word] = words;
  const retime = (by) => ({
    updates: [{ word_id: word.id, start_seconds: word.startSeconds, end_seconds: word.endSeconds - by }],
  });
  const correct = (from, to) => ({ phrase_replacements: [{ from_words: [from], to_words: [to] }] });
  const move = (to) => ({ items: [{ timeline_item_id: video, new_start_seconds: to }] });
  const logo = {
    profile_id: '5a2f9f64-3c0e-4a51-9c0b-6f6a8f1f0c11',
    logo_url: 'https://a.example',
    replace_existing: true,
  };
  const edits = (path, ...bodies) => bodies.map((body) => [200, 'POST', `/projects/${id}/${path}`, body]);

  const requests = [
    [200, 'GET', `/projects/${id}/captions`],
    [200, 'GET', `/projects/${id}/captions/words?match_text=o`],
    [200, 'GET', `/projects/${id}/transcript/segments`],
    [200, 'GET', `/projects/${id}/timeline/at?time_seconds=3`],
    [200, 'GET', `/projects/${id}/jobs`],
    [200, 'GET', `/jobs/${job}`],
    [200, 'PATCH', `/projects/${id}/timeline/media/${video}`, { opacity: 0.5, unknown: [1, 2, 3] }],
    [200, 'PATCH', `/projects/${id}/effects/zoom/${video}`, { scale: 1.2 }],
    ...edits('timeline/batch-move', move(5), move(0)),
    ...edits('timeline/batch-trim', { items: [{ timeline_item_id: video, trim_end_seconds: 0 }] }),
    ...edits('captions/words/retime', retime(0.1), retime(0)),
    ...edits('transcript/corrections', correct('Moon', 'Mars'), correct('Mars', 'Moon')),
    [200, 'POST', '/audio-library/import', { provider: 'p', external_id: '1', project_id: id }],
    [200, 'POST', '/onboarding/logo/import', logo],
    [201, 'POST', '/projects', { name: 'Once' }, idempotencyKey],
    [409, 'POST', '/projects', { name: 'Twice' }, idempotencyKey],
    [400, 'POST', '/projects', { name: '' }],
    [404, 'GET', '/projects/none/jobs'],
    [404, 'GET', '/nothing'],
    [405, 'DELETE', '/projects'],
  ];
  return requests.map(([status, ...request]) => ({ status, bytes: toBytes(apiKey, ...request) }));
}

/** Makes a request in a workspace that is used only once. */
export function oneTimeRequest(apiKey) {
  return { status: 404, bytes: toBytes(apiKey, 'GET', '/projects/none/jobs') };
}

/** Makes an edit with a new Idempotency-Key. The mock remembers only a limited number of keys. */
export function keyedRequest(apiKey, idempotencyKey) {
  return {
    status: 404,
    bytes: toBytes(apiKey, 'POST', '/projects/none/timeline/batch-trim', { items: [] }, idempotencyKey),
  };
}

function toBytes(apiKey, method, path, body, idempotencyKey) {
  const text = body ? JSON.stringify(body) : '';
  const lines = [
    `${method} /api/v1${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${apiKey}`,
    ...(idempotencyKey ? [`Idempotency-Key: ${idempotencyKey}`] : []),
    ...(body ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`] : []),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text}`);
}
