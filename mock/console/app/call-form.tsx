import type { Clipwright } from 'clipwright';
import { DEFAULT_KEY } from '../data/workspaces.ts';
import { announce } from '../ui/announce.tsx';
import { Form } from '../ui/controls.tsx';
import { connectClient, useAction, useStore } from './store.ts';

interface CallFormProps {
  readonly label: string;
  readonly action: string;
  readonly call: (client: Clipwright, url: string) => Promise<unknown>;
}

/** A form that calls the API with the entered URL. If all workspaces are shown, the call uses the default API key. */
export function CallForm({ label, action, call }: CallFormProps) {
  const store = useStore();
  const { isOff, run } = useAction();
  const send = async (form: HTMLFormElement) => {
    const client = await connectClient(store, store.apiKey.value ?? DEFAULT_KEY);
    await call(client, String(new FormData(form).get('url')));
    form.reset();
    announce('Done.');
  };
  return (
    <Form class="actions" onSubmit={(form) => run(() => send(form))}>
      <label>
        {label} <input name="url" type="url" required placeholder="https://" />
      </label>
      <button type="submit" class="primary" disabled={isOff}>
        {action}
      </button>
    </Form>
  );
}
