/** The views in navigation order. Their first letters differ, because `g` and the first letter of a view open it. */
export const views = ['overview', 'requests', 'deliveries', 'jobs', 'projects', 'faults', 'state'] as const;

export type View = (typeof views)[number];

/** What the page shows, as read from the URL's hash, such as `#/requests/req-4?q=4xx`. */
export interface Route {
  readonly view: View;
  /** The id of the record that is open in the view. */
  readonly id?: string | undefined;
  /** The parameters of the view, such as its filter. Every view can have `workspace`. */
  readonly query: Readonly<Record<string, string>>;
}

/** Parses the hash of a URL. An unknown view becomes the overview. */
export function parseRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [name, id] = path.split('/', 2).map(decode);
  const view = views.find((each) => each === name) ?? 'overview';
  const query = Object.fromEntries(new URLSearchParams(search));
  return { view, id: id || undefined, query };
}

/** Formats a route as the hash of a URL, without empty parameters. */
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
