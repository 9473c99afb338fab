import { Clipwright } from 'clipwright';
import { createMock } from 'clipwright/mock';

const captions = `WEBVTT

00:00.000 --> 00:06.000
Four score and seven years ago

00:06.000 --> 00:09.000
our fathers brought forth

00:09.000 --> 00:15.000
a new nation

00:15.000 --> 00:15.300
conceived in liberty
`;

/** Creates a project in a mock. In the first batch, one item fails temporarily, and another permanently. */
export async function openMock(): Promise<{ readonly client: Clipwright; readonly projectId: string }> {
  const mock = createMock();
  const { id } = await mock.seed.project({ name: 'Speech', captions });
  const client = new Clipwright({ apiKey: 'test', baseUrl: mock.baseUrl, fetch: mock.fetch });
  const [first, second] = await client.captions.list(id).toArray();
  const busy = { timeline_item_id: first?.timeline_item_id, error: 'The item is being rendered.', retryable: true };
  const locked = { timeline_item_id: second?.timeline_item_id, error: 'The item is locked.', retryable: false };
  const match = { endpoint: 'timeline.batchMove' } as const;
  mock.faults.add({ match, set: { success: false, failed_items: [busy, locked] }, times: 1 });
  return { client, projectId: id };
}
