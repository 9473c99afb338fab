/** The views, in the order of the navigation: each begins with a letter of its own, which is its shortcut. */
export const views = ['overview', 'requests', 'deliveries', 'jobs', 'projects', 'faults', 'state'] as const;

export type View = (typeof views)[number];

/** What the page shows, as its address says: `#/requests/req-4?q=4xx`. */
export interface Route {
  readonly view: View;
  /** What is open in the view. */
  readonly id?: string | undefined;
  /** Filters, places and the like. Which workspace is shown is one of them in every view. */
  readonly query: Readonly<Record<string, string>>;
}

/** Reads the hash of an address. What names no view leads to the overview. */
export function parseRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [name, id] = path.split('/', 2).map(decode);
  const view = views.find((each) => each === name) ?? 'overview';
  const query = Object.fromEntries(new URLSearchParams(search));
  return { view, id: id || undefined, query };
}

/** The hash of a route. Empty parameters are left out. */
export function formatRoute({ view, id, query }: Route): string {
  const path = view === 'overview' ? '' : `${view}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`;
  const given = Object.entries(query).filter(([, value]) => value !== '');
  const search = new URLSearchParams(given).toString();
  return `#/${path}${search && `?${search}`}`;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
