// Fills a mock with every kind of data that the console shows.

/** Makes calls, deliveries, jobs and faults of each sort. Returns the ids of records to open. */
export async function fillMock({ mock, client, post }) {
  const captions =
    'WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nFour <00:00:01.000>score\n\n00:00:03.000 --> 00:00:04.000\nand\n';
  const { id: projectId } = await mock.seed.project({ name: 'Talk', captions });
  await client.webhooks.register({ url: 'https://app.example/hook', events: ['project.created', 'export.ready'] });
  await client.projects.create({ name: `${'long '.repeat(40)}name` }, { idempotencyKey: 'key-of-one' });
  await client.projects.create({ name: `${'long '.repeat(40)}name` }, { idempotencyKey: 'key-of-one' });
  const done = await client.audio.generateSound({ prompt: 'rain' });
  await mock.jobs.complete(done.job_id);
  const open = await client.audio.generateSound({ prompt: 'wind' });
  await post('/projects', { nam: 'x' });
  const refusedId = mock.requests.at(-1).id;
  mock.faults.add({ match: { endpoint: 'projects.create' }, status: 503, times: 1 });
  await post('/projects', { name: 'Struck' });
  const struckId = mock.requests.at(-1).id;
  mock.faults.add({ match: { endpoint: 'jobs.list' }, status: 503 });
  mock.faults.add({ match: { event: '*', share: 0.5 }, delay: 30_000 });
  const [{ id: replayedId }] = mock.requests.filter(({ replayed }) => replayed);
  return { projectId, doneId: done.job_id, openId: open.job_id, refusedId, struckId, replayedId };
}
