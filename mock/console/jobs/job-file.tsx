import type { ListedJob } from 'clipwright/mock';

/** The file that a job has made, from the mock itself. */
export function JobFile({ job: { kind, download_url } }: { readonly job: ListedJob }) {
  if (download_url === null) return null;
  const { pathname, search } = new URL(download_url);
  // The mock can have several names; the page may load from its own origin only.
  const src = location.origin + pathname + search;
  const label = 'The file of the job';
  return (
    <p class="file">
      {kind === 'sound' ? (
        // biome-ignore lint/a11y/useMediaCaption: a generated tone says nothing.
        <audio src={src} controls preload="metadata" aria-label={label} />
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: a silent sample says nothing.
        <video src={src} controls preload="metadata" aria-label={label} />
      )}
      <a href={src} download>
        Download
      </a>
    </p>
  );
}
