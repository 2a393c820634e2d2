/** How the page looks; `system` follows the system. */
export type Theme = 'system' | 'light' | 'dark';

/** Gives the page its theme; whatever is neither light nor dark follows the system. */
export function showTheme(theme: unknown): void {
  const isChosen = theme === 'light' || theme === 'dark';
  // The style reads the attribute, the frame of the browser the colour whose media fits.
  document.documentElement.dataset.theme = isChosen ? theme : '';
  for (const scheme of ['light', 'dark']) {
    const chosenMedia = scheme === theme ? 'all' : 'not all';
    const media = isChosen ? chosenMedia : `(prefers-color-scheme: ${scheme})`;
    document.querySelector(`#theme-${scheme}`)?.setAttribute('media', media);
  }
}
