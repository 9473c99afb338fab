/** How long one points at something before more of it is shown, in milliseconds. */
const DELAY_MS = 500;

/** Something that has an id, and where on the screen one points at it. */
export interface Pointed {
  readonly id: string;
  readonly left: number;
  readonly box: DOMRect;
}

/** Tells what one points at, or has moved the focus to with a key, once one stays there; undefined after any other deed. */
export function followPointed(show: (pointed: Pointed | undefined) => void): () => void {
  const ending = new AbortController();
  const options = { signal: ending.signal, capture: true, passive: true };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: { readonly element: HTMLElement | null; readonly type: string } | undefined;
  let showLast: (() => void) | undefined;
  const wait = () => {
    clearTimeout(timer);
    show(undefined);
    if (showLast) timer = setTimeout(showLast, DELAY_MS);
  };
  const hide = () => {
    showLast = undefined;
    wait();
  };
  const point = ({ target, type, clientX }: Event & Partial<MouseEvent>) => {
    const element = target instanceof Element ? target.closest<HTMLElement>('[data-id]') : null;
    // A pointer that is elsewhere does not take away what the focus shows, and the other way around.
    if (element === last?.element || (!element && type !== last?.type)) return;
    last = { element, type };
    hide();
    const { id } = element?.dataset ?? {};
    if (!element || id === undefined || (type === 'focusin' && !element.matches(':focus-visible'))) return;
    showLast = () => {
      const box = element.getBoundingClientRect();
      if (element.isConnected) show({ id, left: clientX ?? box.left, box });
    };
    wait();
  };
  // What a finger touches, it selects: the selection is shown whole.
  addEventListener('pointermove', (event) => event.pointerType === 'mouse' && point(event), options);
  addEventListener('focusin', point, options);
  addEventListener('scroll', wait, options);
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, hide, options);
  return () => {
    ending.abort();
    hide();
  };
}
