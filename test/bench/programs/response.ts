/** The response of servers and stubs to each request. Each client can read it as a list of its API. */
export const response = JSON.stringify({
  object: 'list',
  data: [],
  jobs: [
    { job_id: 'job_1', project_id: 'p', type: 'render', status: 'processing', progress: 50, status_url: '/jobs/1' },
  ],
});
