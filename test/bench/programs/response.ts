/** What servers and stubs respond to each request. Each client takes it for a list of its own. */
export const response = JSON.stringify({
  object: 'list',
  data: [],
  jobs: [
    { job_id: 'job_1', project_id: 'p', type: 'render', status: 'processing', progress: 50, status_url: '/jobs/1' },
  ],
});
