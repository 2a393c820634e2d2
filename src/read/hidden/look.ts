import { isBoxUnseen, toOpacity } from './box.ts';
import { BLACK, type Colour, looksLike, over, parseColour, WHITE } from './colour.ts';
import { type Scale, toPx } from './length.ts';
import { MAX_UNREADABLE_PX, MAX_UNSEEN_OPACITY, OFF_SCREEN_PX, ROOTS, SCREEN } from './policy.ts';
import type { Styles, Variables } from './styles.ts';

/** How the text of an element looks, as far as what is stated for it and around it says. */
export type Look = {
  readonly isGone: boolean;
  readonly isVisible: boolean;
  readonly fontPx: number;
  readonly remPx: number;
  /** Null where nobody knows. */
  readonly ink: Colour | null;
  /** What the letters are filled with, where that is stated apart. */
  readonly fill: Colour | null | undefined;
  /** The colours that lie behind; null where nobody knows, as with a picture. */
  readonly backdrop: readonly Colour[] | null;
  readonly opacity: number;
  readonly indentPx: number;
  readonly spacingPx: number;
  /** Letters that show by something else than their colour: a shadow, an outline, a background cut to their form. */
  readonly isDecorated: boolean;
  readonly variables: Variables;
};

/** How text looks outside everything. Where all sheets are at hand, a page without colours is black on white. */
export function firstLook(knowsAllSheets: boolean): Look {
  return {
    isGone: false,
    isVisible: true,
    fontPx: 16,
    remPx: 16,
    ink: knowsAllSheets ? BLACK : null,
    fill: undefined,
    backdrop: knowsAllSheets ? [WHITE] : null,
    opacity: 1,
    indentPx: 0,
    spacingPx: 0,
    isDecorated: false,
    variables: new Map(),
  };
}

/** How an element looks that states `styles` inside one that looks like `outer`. */
export function lookOf(tag: string, styles: Styles, variables: Variables, outer: Look): Look {
  const isRoot = ROOTS.has(tag);
  const fontPx = fontSizeOf(styles.get('font-size'), outer);
  const scale: Scale = { emPx: fontPx, remPx: outer.remPx, wholePx: SCREEN.widthPx };
  const opacity = isRoot ? 1 : outer.opacity * toOpacity(styles.get('opacity') ?? '1');
  const ink = inkOf(styles.get('color'), outer.ink);
  const backdrop = backdropOf(styles, outer.backdrop, ink);
  return {
    isGone: outer.isGone || (!isRoot && (opacity <= MAX_UNSEEN_OPACITY || isBoxUnseen(tag, styles, scale))),
    isVisible: isRoot ? outer.isVisible : isVisible(styles.get('visibility'), outer.isVisible),
    fontPx,
    remPx: tag === 'html' ? fontPx : outer.remPx,
    ink,
    fill: styles.has('text-fill-color') ? inkOf(styles.get('text-fill-color'), ink) : outer.fill,
    backdrop,
    opacity,
    indentPx: lengthOf(styles.get('text-indent'), outer.indentPx, scale),
    spacingPx: lengthOf(styles.get('letter-spacing'), outer.spacingPx, scale),
    isDecorated: outer.isDecorated || isDecorated(styles, { ink, backdrop, behind: outer.backdrop }),
    variables,
  };
}

/** Whether text with this look can be read by nobody. */
export function isTextUnseen(look: Look): boolean {
  return (
    !look.isVisible ||
    look.fontPx <= MAX_UNREADABLE_PX ||
    look.indentPx <= -OFF_SCREEN_PX ||
    look.indentPx >= 2 * SCREEN.widthPx ||
    look.spacingPx <= -look.fontPx ||
    (!look.isDecorated && hasColourOfBackdrop(look))
  );
}

function hasColourOfBackdrop({ fill, ink, backdrop }: Look): boolean {
  const letters = fill === undefined ? ink : fill;
  if (letters === null) return false;
  if (letters[3] <= MAX_UNSEEN_OPACITY) return true;
  return backdrop?.every((colour) => looksLike(over(letters, colour), colour)) ?? false;
}

const KEYWORD_PX: Readonly<Record<string, number>> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
  'x-large': 24,
};

function fontSizeOf(stated: string | undefined, outer: Look): number {
  if (stated === undefined) return outer.fontPx;
  if (stated === 'initial') return 16;
  if (stated === 'smaller' || stated === 'larger') return outer.fontPx * (stated === 'smaller' ? 0.83 : 1.2);
  const scale = { emPx: outer.fontPx, remPx: outer.remPx, wholePx: outer.fontPx };
  return KEYWORD_PX[stated] ?? toPx(stated, scale) ?? outer.fontPx;
}

function isVisible(stated: string | undefined, outer: boolean): boolean {
  if (stated === undefined) return outer;
  if (/^(?:hidden|collapse)$/i.test(stated)) return false;
  return /^(?:visible|initial)$/i.test(stated) || outer;
}

function inkOf(stated: string | undefined, outer: Colour | null): Colour | null {
  if (stated === undefined || /^(?:inherit|unset|revert|revert-layer|currentcolor)$/i.test(stated))
    return outer;
  return stated === 'initial' ? BLACK : parseColour(stated);
}

const COLOURS = /#[0-9a-f]{3,8}\b|(?:rgb|hsl)a?\([^()]*\)|\b[a-z]{3,20}\b(?![-(])/gi;

function backdropOf(
  styles: Styles,
  outer: readonly Colour[] | null,
  ink: Colour | null,
): readonly Colour[] | null {
  const image = styles.get('background-image');
  if (image !== undefined && image !== 'none' && !/^(?:inherit|initial|unset|revert)/.test(image)) {
    if (/url\(|image|element/i.test(image)) return null;
    const colours = (image.match(COLOURS) ?? []).map(parseColour).filter((colour) => colour !== null);
    return colours.length === 0 || colours.some(([, , , alpha]) => alpha < 1) ? null : colours;
  }
  const stated = styles.get('background-color');
  if (stated === undefined || /^(?:inherit|initial|unset|revert|revert-layer)$/.test(stated)) return outer;
  const colour = stated === 'currentcolor' ? ink : parseColour(stated);
  if (colour === null) return null;
  if (colour[3] === 1) return [colour];
  return colour[3] === 0 ? outer : (outer?.map((below) => over(colour, below)) ?? null);
}

function lengthOf(stated: string | undefined, outer: number, scale: Scale): number {
  if (stated === undefined) return outer;
  if (stated === 'normal' || stated === 'initial') return 0;
  return toPx(stated.split(' ')[0] ?? '', scale) ?? outer;
}

type Paint = {
  readonly ink: Colour | null;
  readonly backdrop: readonly Colour[] | null;
  /** What lies behind the element itself. */
  readonly behind: readonly Colour[] | null;
};

/** Whether letters without a colour of their own show, because what is drawn with them differs from what lies behind. */
function isDecorated(styles: Styles, { ink, backdrop, behind }: Paint): boolean {
  const isDrawn = (name: string) => {
    const stated = styles.get(name);
    if (stated === undefined || /^(?:none|initial|unset)$|^0(?:px)?(?: |$)(?!.*\d)/.test(stated))
      return false;
    const colours = (stated.match(COLOURS) ?? []).map(parseColour).filter((colour) => colour !== null);
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
