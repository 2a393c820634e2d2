/**
 * Marks the form of the question as open while it is used, so that it can be small while somebody reads. With
 * `:focus-within`, a touched button would vanish under the finger, because some phones give it no focus.
 */
export function openFieldInUse(): void {
  for (const type of ['focusin', 'pointerdown'] as const)
    document.addEventListener(type, ({ target }) => {
      const isInside = target instanceof Element && target.closest('search') !== null;
      document.querySelector('search')?.toggleAttribute('data-open', isInside);
    });
}

/** Makes the form small, after a question was sent by touch. */
export function closeField(): void {
  document.querySelector('search')?.removeAttribute('data-open');
}
