import { BLACK, type Colour, looksLike, over, parseColour } from './colour.ts';
import { splitList } from './css-scan.ts';
import { layerColours, overLayers } from './gradient.ts';
import { toPx } from './length.ts';
import { MAX_UNSEEN_OPACITY } from './policy.ts';
import type { Styles } from './styles.ts';

/** What a page is painted on where its `color-scheme` is dark alone. */
export const DARK: Colour = [18, 18, 18, 1];
/** A shadow inside a box that reaches so far fills the box. */
const FILLING_PX = 20;
/** Thinner, in pixels or in percent, is no ground for letters. */
const THIN = 12;
const THIN_SCALE = { emPx: 16, remPx: 16, wholePx: 100 };
const UNCHANGED = /^(?:inherit|unset|revert|revert-layer|currentcolor)$/i;

/** The colour of letters that state one; null where nobody knows. */
export function inkOf(stated: string | undefined, outer: Colour | null, isDark: boolean): Colour | null {
  if (stated === undefined || UNCHANGED.test(stated)) return outer;
  return stated === 'initial' ? BLACK : parseColour(asSeen(stated, isDark));
}

/** The colour as a page of this scheme shows it. */
function asSeen(stated: string, isDark: boolean): string {
  if (!isDark) return stated;
  if (/^light-dark\(/.test(stated)) return splitList(stated.slice('light-dark('.length, -1))[1] ?? '';
  if (stated === 'canvastext') return 'white';
  return stated === 'canvas' ? '#121212' : stated;
}

/** The colours that lie behind the letters of an element that states `styles`; null where nobody knows. */
export function backdropOf(
  styles: Styles,
  outer: readonly Colour[] | null,
  ink: Colour | null,
  isDark: boolean,
): readonly Colour[] | null {
  const base = colourBehind(styles.get('background-color'), outer, ink, isDark);
  const image = styles.get('background-image');
  const isPlain = image === undefined || /^(?:none$|inherit|initial|unset|revert)/.test(image);
  const behind = isPlain || isThin(styles) ? base : overLayers(layerColours(image), base);
  const shadow = styles.get('box-shadow');
  return shadow === undefined ? behind : (filledBy(shadow) ?? behind);
}

/** Whether a background is a line beside the letters: drawn once, and as thin as one. */
function isThin(styles: Styles): boolean {
  if (!/no-repeat|repeat-[xy]/.test(styles.get('background-repeat') ?? '')) return false;
  const sides = styles.get('background-size')?.split(' ') ?? [];
  return sides.some((side) => (toPx(side, THIN_SCALE) ?? THIN) < THIN);
}

function colourBehind(
  stated: string | undefined,
  outer: readonly Colour[] | null,
  ink: Colour | null,
  isDark: boolean,
): readonly Colour[] | null {
  if (stated === undefined || /^(?:inherit|initial|unset|revert|revert-layer)$/.test(stated)) return outer;
  const colour = stated === 'currentcolor' ? ink : parseColour(asSeen(stated, isDark));
  if (colour === null) return null;
  if (colour[3] === 1) return [colour];
  return colour[3] === 0 ? outer : (outer?.map((below) => over(colour, below)) ?? null);
}

/** The colour of a shadow inside the box that leaves nothing of the box free. */
function filledBy(shadow: string): Colour[] | null {
  const inset = splitList(shadow).find((one) => /\binset\b/.test(one));
  const spread = inset?.match(/-?[\d.]+px/g)?.at(-1);
  if (inset === undefined || spread === undefined || Number.parseFloat(spread) < FILLING_PX) return null;
  const colours = coloursIn(inset);
  return colours[0]?.[3] === 1 ? colours : null;
}

const COLOURS = /#[0-9a-f]{3,8}\b|(?:rgb|hsl)a?\([^()]*\)|\b[a-z]{3,20}\b(?![-(])/gi;

function coloursIn(text: string): Colour[] {
  return (text.match(COLOURS) ?? []).map(parseColour).filter((colour) => colour !== null);
}

type Paint = {
  readonly ink: Colour | null;
  readonly backdrop: readonly Colour[] | null;
  /** What lies behind the element itself. */
  readonly behind: readonly Colour[] | null;
};

/** Whether letters without a colour of their own show, because what is drawn with them differs from what lies behind. */
export function isDecorated(styles: Styles, { ink, backdrop, behind }: Paint): boolean {
  const isDrawn = (name: string) => {
    const stated = styles.get(name);
    if (stated === undefined || /^(?:none|initial|unset)$|^0(?:px)?(?: |$)(?!.*\d)/.test(stated))
      return false;
    const colours = coloursIn(stated);
    return differs(colours.length > 0 ? colours : [ink], backdrop);
  };
  return (
    isDrawn('text-shadow') ||
    isDrawn('text-stroke') ||
    isDrawn('text-stroke-width') ||
    (styles.get('background-clip') === 'text' && differs(backdrop ?? [null], behind))
  );
}

/** Whether one of the colours is seen on all that may lie behind; what nobody knows is. */
function differs(colours: readonly (Colour | null)[], behind: readonly Colour[] | null): boolean {
  return colours.some((colour) => {
    if (colour === null) return true;
    if (colour[3] <= MAX_UNSEEN_OPACITY) return false;
    return behind === null || !behind.every((below) => looksLike(over(colour, below), below));
  });
}
