/**
 * Draws without losing the keyboard focus: if the focused element disappears, a button next to it gets the
 * focus, otherwise the element of the selector `home`.
 */
export function holdFocus(draw: () => void, home: string): void {
  const focused = document.activeElement;
  const beside = focused?.parentElement;
  draw();
  if (focused?.isConnected !== false) return;
  const next = beside?.isConnected === true ? beside.querySelector('button') : document.querySelector(home);
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}
