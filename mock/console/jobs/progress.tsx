import type { ListedJob } from 'clipwright/mock';

export function Progress({ job: { progress } }: { readonly job: ListedJob }) {
  return (
    <>
      <progress max={100} value={progress ?? 0} aria-label="Progress" /> {progress ?? 0} %
    </>
  );
}
