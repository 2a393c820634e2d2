/**
 * Marks the form of the question as open while it is used, so that it can be small while somebody reads. With
 * `:focus-within`, a touched button would vanish under the finger, because some phones give it no focus. A
 * button does not open the form. Touching anything else closes it after the click, and the keyboard after the
 * key: before that, the page would move under the finger, which would then press something else.
 */
export function openFieldInUse(): void {
  for (const type of ['focusin', 'click', 'keyup'] as const)
    document.addEventListener(type, ({ target }) => {
      const form = document.querySelector('search');
      if (form === null || !(target instanceof Element)) return;
      const isInside = form.contains(target);
      if (isInside ? target.closest('button') === null : type !== 'focusin')
        form.toggleAttribute('data-open', isInside);
    });
}

/** Makes the form small, after a question was sent by touch. */
export function closeField(): void {
  document.querySelector('search')?.removeAttribute('data-open');
}
