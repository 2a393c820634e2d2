/** Beyond these limits, text counts as invisible; no text for readers is near them. */

/** The window in which a page is assumed to be shown, in CSS pixels. */
export const WINDOW = { widthPx: 1280, heightPx: 800 } as const;
/** Letters up to this size cannot be read. */
export const MAX_UNREADABLE_PX = 3;
/** A box that cuts off its content shows nothing up to this width or height. */
export const MAX_EMPTY_BOX_PX = 1;
export const MAX_UNSEEN_OPACITY = 0.05;
export const MAX_UNSEEN_SCALE = 0.05;
/** A positioned element, or a first line, that starts this far to the left or above is outside the window. */
export const OFF_WINDOW_PX = 500;
/** Margins are part of many layouts, so only margins that are wider than any window count. */
export const FAR_AWAY_PX = 1_500;
/** Colours that differ by no more than this in red, green and blue (0 to 255) look the same. */
export const SAME_COLOUR = 12;
