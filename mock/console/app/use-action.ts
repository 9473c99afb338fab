import { useSignal } from '@preact/signals';
import { showRefusal } from '../ui/announce.tsx';
import { useStore } from './store-context.ts';

/** Does something to the mock, one at a time. What is refused is shown with its reason. */
export function useAction(): {
  /** Whether nothing can be done now: something is being done, or the mock does not respond. */
  readonly isOff: boolean;
  readonly run: (act: () => Promise<unknown>) => Promise<void>;
} {
  const { status } = useStore();
  const isBusy = useSignal(false);
  const run = async (act: () => Promise<unknown>) => {
    isBusy.value = true;
    try {
      await act();
    } catch (error) {
      showRefusal(error);
    } finally {
      isBusy.value = false;
    }
  };
  return { isOff: isBusy.value || status.value !== 'open', run };
}
