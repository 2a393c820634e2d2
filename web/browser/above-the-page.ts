/** How far a card is from what it belongs to, and from the edges of the window, in pixels. */
const GAP = 6;

/** Places a card of the window below a part of the text, or above it if there is no room. */
export function placeBeside(card: HTMLElement, { left, top, bottom }: DOMRect): void {
  const { offsetWidth, offsetHeight } = card;
  const isBelow = bottom + GAP + offsetHeight < innerHeight;
  card.style.left = `${Math.max(GAP, Math.min(left, innerWidth - offsetWidth - GAP))}px`;
  card.style.top = `${Math.max(GAP, isBelow ? bottom + GAP : top - GAP - offsetHeight)}px`;
}

/** Opens a dialog once it is drawn. As a ref it is always the same function, so Preact calls it only once. */
export function showModal(dialog: HTMLDialogElement | null): void {
  dialog?.showModal();
}
