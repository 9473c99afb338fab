import { setQuery } from './router.ts';
import { useStore } from './store-context.ts';
import { maskedKey, workspaceIdOf } from './workspace.ts';

/** Chooses whose data is shown. */
export function WorkspaceChoice() {
  const { apiKey, values } = useStore();
  const shown = apiKey.value;
  return (
    <label class="workspace">
      <span class="visually-hidden">Workspace</span>
      <select
        value={shown === undefined ? '' : workspaceIdOf(shown)}
        onChange={({ currentTarget }) => setQuery({ workspace: currentTarget.value })}
      >
        <option value="">all API keys</option>
        {values.workspaces.value?.map(({ apiKey: key }) => (
          <option key={key} value={workspaceIdOf(key)}>
            {maskedKey(key)}
          </option>
        ))}
      </select>
    </label>
  );
}
