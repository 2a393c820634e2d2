/**
 * Marks the form of the question as open while it is used, so that it can be small while somebody reads. With
 * `:focus-within`, a touched button would vanish under the finger, because some phones give it no focus. A
 * button does not open the form: it would move away from the finger, which would then press another one.
 */
export function openFieldInUse(): void {
  for (const type of ['focusin', 'pointerdown'] as const)
    document.addEventListener(type, ({ target }) => {
      const used = target instanceof Element ? target : null;
      const isInside = used?.closest('search') != null;
      if (isInside && used?.closest('button') != null) return;
      document.querySelector('search')?.toggleAttribute('data-open', isInside);
    });
}

/** Makes the form small, after a question was sent by touch. */
export function closeField(): void {
  document.querySelector('search')?.removeAttribute('data-open');
}
