export const CONTROL_PATH = '/_mock';

/** The header that contains the error that the same call would throw in process. Only error responses have it. */
export const THROWN_HEADER = 'x-clipwright-thrown';

/** A route of the control API: the part of an operation that clients need. Clients do not load the schemas. */
export interface ControlRoute {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Relative to `/_mock`; `{id}` is a path parameter. */
  readonly path: `/${string}`;
  /**
   * The response field that a remote mock's method returns: `all` for the whole response, `nothing` for none. Omitted
   * if the method of the remote mock is written by hand.
   */
  readonly returns?: string;
}

/** The routes of the control API. A route that calls a method of the mock has the method's name, except `jobs.end`. */
export const controlRoutes = {
  about: { method: 'GET', path: '/about' },
  snapshot: { method: 'GET', path: '/state' },
  restore: { method: 'PUT', path: '/state' },
  reset: { method: 'POST', path: '/reset' },
  'state.workspaces': { method: 'GET', path: '/workspaces', returns: 'workspaces' },
  'state.projects': { method: 'GET', path: '/projects', returns: 'projects' },
  'state.project': { method: 'GET', path: '/projects/{id}', returns: 'all' },
  'state.webhooks': { method: 'GET', path: '/webhooks', returns: 'webhooks' },
  'state.jobs': { method: 'GET', path: '/jobs', returns: 'jobs' },
  'clock.status': { method: 'GET', path: '/clock', returns: 'all' },
  'clock.advance': { method: 'POST', path: '/clock' },
  'seed.project': { method: 'POST', path: '/seed' },
  requests: { method: 'GET', path: '/requests' },
  deliveries: { method: 'GET', path: '/deliveries' },
  redeliver: { method: 'POST', path: '/deliveries/{id}/redeliver' },
  settled: { method: 'GET', path: '/settled' },
  events: { method: 'GET', path: '/stream' },
  emit: { method: 'POST', path: '/events' },
  'faults.list': { method: 'GET', path: '/faults', returns: 'faults' },
  'faults.add': { method: 'POST', path: '/faults' },
  'faults.remove': { method: 'DELETE', path: '/faults/{id}', returns: 'nothing' },
  'faults.clear': { method: 'DELETE', path: '/faults', returns: 'nothing' },
  'jobs.listNext': { method: 'GET', path: '/jobs/next', returns: 'outcomes' },
  'jobs.next': { method: 'POST', path: '/jobs' },
  'jobs.clearNext': { method: 'DELETE', path: '/jobs/next', returns: 'nothing' },
  'jobs.end': { method: 'POST', path: '/jobs/{id}' },
  document: { method: 'GET', path: '/openapi.json' },
} as const satisfies Record<string, ControlRoute>;

export type ControlName = keyof typeof controlRoutes;

// Cast: `keys` returns strings.
export const controlNames = Object.keys(controlRoutes) as ControlName[];
