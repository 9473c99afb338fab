import { useSignal } from '@preact/signals';
import { showRefusal } from './announce.tsx';

/** Does something to the mock, one at a time. What is refused is shown with its reason. */
export function useAction(): {
  readonly isBusy: boolean;
  readonly run: (act: () => Promise<unknown>) => Promise<void>;
} {
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
  return { isBusy: isBusy.value, run };
}
