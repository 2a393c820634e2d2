/** The colour scheme; `system` follows the system. */
export type Theme = 'system' | 'light' | 'dark';

/** The size of all text. */
export type TextSize = 'normal' | 'large' | 'larger';

/** Sets the size of all text, which the style sheet reads. */
export function showSize(size: string): void {
  document.documentElement.dataset.size = size;
}

/** Sets the theme; all values except light and dark follow the system. */
export function showTheme(theme: unknown): void {
  const isChosen = theme === 'light' || theme === 'dark';
  // The style sheet reads this attribute. The browser's frame takes the colour whose media query matches.
  document.documentElement.dataset.theme = isChosen ? theme : '';
  for (const scheme of ['light', 'dark']) {
    const chosenMedia = scheme === theme ? 'all' : 'not all';
    const media = isChosen ? chosenMedia : `(prefers-color-scheme: ${scheme})`;
    document.querySelector(`#theme-${scheme}`)?.setAttribute('media', media);
  }
}
