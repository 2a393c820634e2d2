/**
 * What counts as not shown. Each limit lies far beyond what anyone sets for readers, and what lies between is shown.
 */

/** Elements whose content no browser that runs scripts shows as text. */
export const NEVER_SHOWN: ReadonlySet<string> = new Set(
  (
    'annotation annotation-xml applet area audio base canvas datalist defs desc embed frameset head iframe link meta ' +
    'metadata noembed noframes noscript object param rp script select source style symbol template textarea title track video'
  ).split(' '),
);

/** A page that hides these shows them again by script, or else it would show nothing at all. */
export const ROOTS: ReadonlySet<string> = new Set(['', 'html', 'body']);

/** Cells grow with what they hold, whatever size they state. */
export const CELLS: ReadonlySet<string> = new Set(['table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr']);

/** Class names that hide in the style sheets most pages share; they count where the page's own sheets are not at hand. */
export const HIDING_CLASSES: ReadonlySet<string> = new Set([
  'sr-only',
  'visually-hidden',
  'visuallyhidden',
  'screen-reader-text',
  'screen-reader-only',
  'element-invisible',
  'a11y-hidden',
  'offscreen',
]);

/** The window a page is imagined in, in CSS pixels. */
export const SCREEN = { widthPx: 1280, heightPx: 800 } as const;

/** Nobody reads letters up to this height. */
export const MAX_UNREADABLE_PX = 3;
/** A box with cut-off content shows nothing up to this width or height. */
export const MAX_EMPTY_BOX_PX = 1;
export const MAX_UNSEEN_OPACITY = 0.05;
/** A positioned element that starts so far up or left of its place is out of the window. */
export const OFF_SCREEN_PX = 500;
/** Margins and moves are part of many layouts: only what no window is wide enough for. */
export const FAR_AWAY_PX = 1500;
export const MAX_UNSEEN_SCALE = 0.05;
/** Letters blurred by this much cannot be read. */
export const MIN_ILLEGIBLE_BLUR_PX = 10;
/** Colours that differ by no more than this in red, green and blue (0 to 255) look the same. */
export const SAME_COLOUR = 12;

/** Comparisons of elements with rules, and what else takes as long, for one page; ten times what the largest need. Beyond it nothing more is shown. */
export const MAX_STEPS = 3_000_000;
