/**
 * Draws, and lets nobody who works by keyboard lose the place: where what had the focus goes, a button that stood beside it
 * gets it, else the element that the selector `home` names.
 */
export function holdFocus(draw: () => void, home: string): void {
  const focused = document.activeElement;
  const beside = focused?.parentElement;
  draw();
  if (focused?.isConnected !== false) return;
  const next = beside?.isConnected === true ? beside.querySelector('button') : document.querySelector(home);
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}
