import { curlExample } from '../../http/curl.ts';
import { useStore } from '../app/store-context.ts';
import { CopyButton } from '../ui/copy-button.tsx';

/** What to do where nothing was sent yet. */
export function EmptyRequests() {
  const { about } = useStore();
  const line = curlExample(about.baseUrl, 'test');
  return (
    <section class="empty">
      <h1>Requests</h1>
      <p>Nothing was sent yet. Each request shows up here as it ends.</p>
      <pre>{line}</pre>
      <CopyButton text={() => line}>Copy</CopyButton>
    </section>
  );
}
