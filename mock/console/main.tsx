import { render } from 'preact';
import { ControlClient } from '../remote/control-client.ts';
import { RemoteMock } from '../remote/remote-mock.ts';
import { WorkspaceKey } from '../remote/workspace-key.ts';
import { App } from './app/app.tsx';
import { StoreContext } from './app/store-context.ts';
import { MockStore } from './data/mock-store.ts';
import './styles/console.css';

const { origin } = location;
const about = await new ControlClient(origin, new WorkspaceKey(undefined, null)).call('about');
const control = new ControlClient(origin, new WorkspaceKey(undefined, about.acceptedKeys));
const store = new MockStore(new RemoteMock(control, about), control, about);
// Before the first view, which is of the workspace that the address names.
store.values.workspaces.value = await store.mock.state.workspaces();
document.addEventListener('visibilitychange', () => store.setVisible(!document.hidden));

const root = document.getElementById('console');
if (root) {
  render(
    <StoreContext.Provider value={store}>
      <App />
    </StoreContext.Provider>,
    root,
  );
}
