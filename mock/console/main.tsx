import { render } from 'preact';
import { StoreContext } from './app/store.ts';
import { App } from './app.tsx';
import { controlAt, MockStore } from './data/mock-store.ts';
import './styles/console.css';

const control = controlAt(location.origin);
const store = new MockStore(control, await control.call('about'));
// Before the first view, which is of the workspace that the address names.
store.values.workspaces.value = (await control.call('state.workspaces')).workspaces;
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
