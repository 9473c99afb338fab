import { callLines } from '../app/call-lines.ts';
import { useStore } from '../app/store-context.ts';
import { maskedKey } from '../app/workspace.ts';
import { capitalized } from '../ui/capitalized.ts';
import { CopyButton } from '../ui/copy-button.tsx';

/** Lines to begin with. */
export function CallLines() {
  const { about, apiKey } = useStore();
  const { acceptedKeys, baseUrl } = about;
  const { publicKey, curl, program } = callLines(baseUrl, acceptedKeys, apiKey.value);
  return (
    <>
      <dl class="pairs">
        <div>
          <dt>Address</dt>
          <dd>
            <code>{baseUrl}</code> <CopyButton text={() => baseUrl}>Copy the address</CopyButton>
          </dd>
        </div>
        <div>
          <dt>API key</dt>
          <dd>
            {publicKey === undefined ? keyNote(apiKey.value) : <PublicKey apiKey={publicKey} any={!acceptedKeys} />}
          </dd>
        </div>
      </dl>
      <Lines title="with curl" text={curl} />
      <Lines title="with the SDK" text={program} />
    </>
  );
}

function PublicKey({ apiKey, any }: { readonly apiKey: string; readonly any: boolean }) {
  return (
    <>
      <code>{apiKey}</code>
      {any && ' (any other works, too, and has a workspace of its own)'}
    </>
  );
}

function keyNote(apiKey: string | undefined): string {
  const which = apiKey === undefined ? 'one of those that the mock was started with' : maskedKey(apiKey);
  return `${which}, as the environment variable CLIPWRIGHT_API_KEY`;
}

function Lines({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <section class="lines">
      <header>
        <h2>{capitalized(title)}</h2>
        <CopyButton text={() => text}>{`Copy the lines ${title}`}</CopyButton>
      </header>
      <pre>{text}</pre>
    </section>
  );
}
