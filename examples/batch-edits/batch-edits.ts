import { parseArgs } from 'node:util';
import { type Caption, Clipwright } from 'clipwright';
import { type EditOptions, type EditResult, moveAll, trimAll } from './edits.ts';
import { openMock } from './offline.ts';

// Makes room for an intro: moves all captions later, and shortens long captions.
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { shift: { type: 'string', default: '1.5' }, longest: { type: 'string', default: '4' } },
});
const [shift, longest] = [Number(values.shift), Number(values.longest)];
if (!Number.isFinite(shift) || !(longest > 0)) {
  console.error('Usage: node batch-edits.ts [<project id>] [--shift seconds] [--longest seconds]');
  process.exit(2);
}

const [id] = positionals;
const { client, projectId } = id === undefined ? await openMock() : { client: new Clipwright(), projectId: id };
const interrupt = new AbortController();
process.once('SIGINT', () => interrupt.abort());
const options: EditOptions = {
  signal: interrupt.signal,
  onRetry: (failed) => console.log(`sending ${failed.length} again: ${failed[0]?.error ?? 'no reason given'}`),
};

const captions = (await client.captions.list(projectId).toArray()).filter(isOnTimeline);

// To move captions later, start with the last one. Otherwise, a caption can overlap the next one and get a new layer.
const inOrder = shift > 0 ? captions.toReversed() : captions;
const moves = inOrder.map(({ timeline_item_id, start_seconds }) => {
  return { timeline_item_id, new_start_seconds: start_seconds + shift };
});
report('moved', await moveAll(client, projectId, moves, options));

const trims = captions.flatMap(({ timeline_item_id, start_seconds, end_seconds }) => {
  const excess = end_seconds - start_seconds - longest;
  return excess > 0 ? [{ timeline_item_id, trim_end_seconds: excess }] : [];
});
report('trimmed', await trimAll(client, projectId, trims, options));

type TimelineCaption = Caption & { timeline_item_id: string; start_seconds: number; end_seconds: number };

/** Whether a caption has the fields that the service may omit. */
function isOnTimeline(caption: Caption): caption is TimelineCaption {
  return Boolean(caption.timeline_item_id) && [caption.start_seconds, caption.end_seconds].every(Number.isFinite);
}

function report(verb: string, { changed, failed }: EditResult): void {
  console.log(`${verb} ${changed} of ${changed + failed.length}`);
  for (const { timeline_item_id, error, error_code } of failed) {
    console.log(`  not ${timeline_item_id}: ${error ?? error_code ?? 'no reason given'}`);
    process.exitCode = 1;
  }
}
