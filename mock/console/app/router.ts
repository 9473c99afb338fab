import { type ReadonlySignal, signal } from '@preact/signals';
import { formatRoute, parseRoute, type Route, type View } from './route.ts';

/** The only query parameter that stays in the address when the view changes. */
const KEPT = 'workspace';

let shown = location.hash;
const current = signal(parseRoute(shown));
const read = () => {
  shown = location.hash;
  current.value = parseRoute(shown);
};
addEventListener('hashchange', read);

export const route: ReadonlySignal<Route> = current;

/** Returns the address of a view or of one of its records, in the shown workspace. */
export function hrefTo(view: View, id?: string, query: Route['query'] = {}): string {
  const workspace = current.value.query[KEPT] ?? '';
  return formatRoute({ view, id, query: { ...query, [KEPT]: workspace } });
}

export function goTo(view: View, id?: string, query?: Route['query']): void {
  location.hash = hrefTo(view, id, query);
}

/** Changes query parameters without a new history entry, because a filter changes with every key press. */
export function setQuery(changed: Route['query']): void {
  const { view, id, query } = current.value;
  // If the address is not the shown one, the page is about to leave the view: `hashchange` is fired after the address has changed.
  if (location.hash !== shown) return;
  history.replaceState(null, '', formatRoute({ view, id, query: { ...query, ...changed } }));
  read();
}
