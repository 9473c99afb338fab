import { render } from 'preact';
import { StoreContext } from './app/store.ts';
import { App } from './app.tsx';
import { controlAt, MockStore } from './data/mock-store.ts';
import './styles/console.css';

const control = controlAt(location.origin);
const store = new MockStore(control, await control.call('about'));
// The first view needs the workspaces, because the address can name one of them.
store.values.workspaces.value = (await control.call('state.workspaces')).workspaces;

const root = document.getElementById('console');
if (root) {
  render(
    <StoreContext.Provider value={store}>
      <App />
    </StoreContext.Provider>,
    root,
  );
}
