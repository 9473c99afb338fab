import { hrefTo } from '../app/router.ts';
import { useStore } from '../app/store-context.ts';
import { JobStatus } from '../jobs/job-status.tsx';

/** The jobs of a project, each with what it exports. */
export function ProjectJobs({ projectId }: { readonly projectId: string }) {
  const jobs = useStore().values.jobs.value?.filter(({ project_id }) => project_id === projectId) ?? [];
  const exports = jobs.filter(({ export_id }) => export_id !== null);
  return (
    <details class="panel">
      <summary>
        Jobs ({jobs.length}), exports ({exports.length})
      </summary>
      <ul>
        {jobs.map((job) => (
          <li key={job.job_id}>
            {job.kind} <JobStatus job={job} /> <a href={hrefTo('jobs', job.job_id)}>{job.job_id}</a>
            {job.export_id !== null && ` exports ${job.export_id}`}
          </li>
        ))}
      </ul>
    </details>
  );
}
