import { CallForm } from '../app/call-form.tsx';

/** Starts jobs, as an application does with its first call. */
export function GenerateClips() {
  return (
    <details class="panel">
      <summary>Generate clips</summary>
      <CallForm
        label="URL of a video"
        action="Generate and export"
        call={({ clips }, video_site_url) =>
          clips.generate({ source: { video_site_url }, export: { auto_export: true } })
        }
      />
    </details>
  );
}
