import type { Context } from '../context.ts';
import { fields } from './fields.ts';

export interface MeantAction {
  readonly method: string;
  /** The absolute URL. */
  readonly url: string;
  readonly reason: string;
}

/** Returns a next action. Only URLs below the base URL can be written as a path. */
export function nextAction(context: Context, { method, url, reason }: MeantAction): object {
  return fields(context, 'nextAction', { method, path: writePath(context, url), reason });
}

function writePath(context: Context, url: string): string {
  const { baseUrl, origin } = context;
  if (!url.startsWith(`${baseUrl}/`)) return url;
  return context.pick('nextAction.path', {
    'with slash': url.slice(baseUrl.length),
    'without slash': url.slice(baseUrl.length + 1),
    'with base path': url.slice(origin.length),
    URL: url,
  });
}
