import { type ReadonlySignal, signal } from '@preact/signals';
import { formatRoute, parseRoute, type Route, type View } from './route.ts';

/** The parameter that every view has. */
const KEPT = 'workspace';

const current = signal(parseRoute(location.hash));
addEventListener('hashchange', () => {
  current.value = parseRoute(location.hash);
});

/** What the page shows. */
export const route: ReadonlySignal<Route> = current;

/** The address of a view, or of what is open in it, in the workspace that is shown. */
export function hrefTo(view: View, id?: string, query: Route['query'] = {}): string {
  const workspace = current.value.query[KEPT] ?? '';
  return formatRoute({ view, id, query: { ...query, [KEPT]: workspace } });
}

export function goTo(view: View, id?: string, query?: Route['query']): void {
  location.hash = hrefTo(view, id, query);
}

/** Changes parameters of the address, and adds no entry to the history: a filter changes with every key. */
export function setQuery(changed: Route['query']): void {
  const { view, id, query } = current.value;
  history.replaceState(null, '', formatRoute({ view, id, query: { ...query, ...changed } }));
  current.value = parseRoute(location.hash);
}
