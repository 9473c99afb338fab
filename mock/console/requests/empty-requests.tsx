import { callLines } from '../app/call-lines.ts';
import { useStore } from '../app/store-context.ts';
import { CopyButton } from '../ui/copy-button.tsx';

/** What to do where nothing was sent yet. */
export function EmptyRequests() {
  const { about, apiKey } = useStore();
  const { curl } = callLines(about.baseUrl, about.acceptedKeys, apiKey.value);
  return (
    <section class="empty">
      <h1>Requests</h1>
      <p>Nothing was sent yet. Each request shows up here as it ends.</p>
      <pre>{curl}</pre>
      <CopyButton text={() => curl}>Copy</CopyButton>
    </section>
  );
}
