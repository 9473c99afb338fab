import type { ListedWorkspace } from 'clipwright/mock';
import { formatRoute } from '../app/route.ts';
import { useStore } from '../app/store.ts';
import { Time } from '../app/times.tsx';
import { maskedKey, workspaceIdOf } from '../data/workspaces.ts';

export function Workspaces() {
  const { apiKey, values } = useStore();
  const workspaces = values.workspaces.value;
  if (!workspaces) return null;
  if (workspaces.length === 0) return <p>Nothing was created yet.</p>;
  return (
    <table class="workspaces">
      <caption>Workspaces, one for each API key</caption>
      <thead>
        <tr>
          <th>API key</th>
          <th>Projects</th>
          <th>Jobs</th>
          <th>Webhooks</th>
          <th class="minor">Its time</th>
        </tr>
      </thead>
      <tbody>
        {workspaces.map((each) => (
          <Row key={each.apiKey} workspace={each} isShown={each.apiKey === apiKey.value} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly workspace: ListedWorkspace;
  readonly isShown: boolean;
}

function Row({ workspace, isShown }: RowProps) {
  const { apiKey, projects, jobs, webhooks, now } = workspace;
  return (
    <tr>
      <td>
        <a href={hrefOf(apiKey)} aria-current={isShown || undefined}>
          {maskedKey(apiKey)}
        </a>
        {isShown && ' (shown)'}
      </td>
      <td>{projects}</td>
      <td>{jobs}</td>
      <td>{webhooks}</td>
      <td class="minor">
        <Time at={now} />
      </td>
    </tr>
  );
}

function hrefOf(apiKey: string): string {
  return formatRoute({ view: 'state', query: { workspace: workspaceIdOf(apiKey) } });
}
