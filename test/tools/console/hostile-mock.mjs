// Fills a mock with hostile data.

export const rightToLeft = '\u202e';
export const markup = '<img src=x onerror="window.hit=1"><script>window.hit=1</script><b class=hostile>b</b>';

/** Stores hostile texts in every kind of record in the mock. Returns the ids of records to open. */
export async function fillHostile(opened) {
  const { mock, client, post, baseUrl } = opened;
  const word = markup.replaceAll(' ', '\u00a0').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const captions = `WEBVTT\n\n00:00:00.000 --> 00:00:04.000\n${word} ${rightToLeft}abc\n`;
  const { id: projectId } = await mock.seed.project({
    name: `${markup}${rightToLeft}gnp.exe`,
    description: markup,
    captions,
  });
  await sendProjects(opened);
  await client.webhooks.register({
    url: `https://app.example/?q=${markup}`,
    events: ['project.created', 'job.failed', 'export.ready'],
  });
  await client.projects.create({ name: markup });
  const { job_id: jobId } = await client.audio.generateSound({ prompt: markup });
  await mock.jobs.fail(jobId, markup);
  mock.jobs.next({ status: 'failed', error: markup });
  await mock.emit('export.ready', { export_id: markup });
  mock.faults.add({
    match: { endpoint: 'projects.create' },
    set: { id: markup, name: `${markup}${rightToLeft}` },
    times: 1,
  });
  await post('/projects', { name: markup });
  mock.faults.add({ match: { endpoint: 'jobs.list', project: markup }, status: 503 });
  await fetch(`${baseUrl}/${encodeURIComponent(markup)}?${encodeURIComponent(markup)}=${encodeURIComponent(markup)}`, {
    headers: { authorization: 'Bearer test', 'x-note': markup },
  });
  await post('/projects', { name: 'Theirs' }, '<img/src=x/onerror=window.hit=1>');
  return { projectId, jobId };
}

/** Sends a megabyte, and bodies that are rejected. */
async function sendProjects({ client, post }) {
  await client.projects.create({ name: 'm'.repeat(1_000_000) }).catch(() => {});
  await post('/projects', { name: markup, [markup]: markup, description: 'm'.repeat(500_000) });
  await post('/projects', { nam: markup });
  await post('/projects', markup);
  await post('/projects', `{"name": ${markup}`);
}
