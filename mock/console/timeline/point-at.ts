/** How long one points at something before more of it is shown, in milliseconds. */
const DELAY_MS = 400;

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
  let last: Element | null = null;
  const hide = () => {
    clearTimeout(timer);
    show(undefined);
  };
  const point = ({ target, type, clientX }: Event & Partial<MouseEvent>) => {
    const element = target instanceof Element ? target.closest<HTMLElement>('[data-id]') : null;
    if (element === last) return;
    last = element;
    hide();
    const { id } = element?.dataset ?? {};
    if (!element || id === undefined || (type === 'focusin' && !element.matches(':focus-visible'))) return;
    timer = setTimeout(() => {
      const box = element.getBoundingClientRect();
      show({ id, left: clientX ?? box.left, box });
    }, DELAY_MS);
  };
  // What a finger touches, it selects: the selection is shown whole.
  addEventListener('pointerover', (event) => event.pointerType === 'mouse' && point(event), options);
  addEventListener('focusin', point, options);
  for (const type of ['scroll', 'pointerdown', 'keydown']) addEventListener(type, hide, options);
  return () => {
    ending.abort();
    hide();
  };
}
