import { spanText } from '../ui/span.ts';
import { useMockNow } from './use-mock-now.ts';

/** How long it is until a time of the mock. */
export function Until({ at }: { readonly at: string }) {
  const now = useMockNow();
  if (now === undefined) return null;
  const left = Date.parse(at) - now;
  return (
    <time dateTime={at} title={at}>
      {left <= 0 ? 'now' : `in ${spanText(left)}`}
    </time>
  );
}

/** How long ago a time of the mock was. */
export function Age({ at }: { readonly at: string }) {
  const now = useMockNow();
  return (
    <time dateTime={at} title={at}>
      {now === undefined ? '' : spanText(now - Date.parse(at))}
    </time>
  );
}
