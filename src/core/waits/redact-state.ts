import { redactJson } from '../redaction/redact-json.ts';
import type { WaitSettings } from './polling.ts';

/** The state of a job or a batch as an error keeps it: what the service says of a failure may contain the API key. */
export function redactState<State>(state: State, { knownRedactor }: WaitSettings): State {
  // Cast: only texts are replaced, and only of a very long state something is left out.
  return redactJson(state, knownRedactor()) as State;
}
