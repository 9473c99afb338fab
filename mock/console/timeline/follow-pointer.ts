/** Follows the pointer that was pressed, wherever it goes, until it is released; `onEnd` says whether that was regular. */
export function followPointer(
  { currentTarget, pointerId }: PointerEvent,
  onMove: (event: PointerEvent) => void,
  onEnd: (isRegular: boolean) => void = () => undefined,
): void {
  if (!(currentTarget instanceof HTMLElement)) return;
  const ending = new AbortController();
  const { signal } = ending;
  const end = (isRegular: boolean) => {
    ending.abort();
    onEnd(isRegular);
  };
  currentTarget.setPointerCapture(pointerId);
  currentTarget.addEventListener('pointermove', onMove, { signal });
  currentTarget.addEventListener('pointerup', () => end(true), { signal });
  currentTarget.addEventListener('pointercancel', () => end(false), { signal });
}
