import { isBoxUnseen, type Styles, toOpacity } from './box.ts';
import { BLACK, type Colour, looksLike, over, parseAttributeColour, parseColour, WHITE } from './colour.ts';
import { toPx } from './length.ts';
import { MAX_UNREADABLE_PX, MAX_UNSEEN_OPACITY, OFF_WINDOW_PX, WINDOW } from './limits.ts';
import type { StyledElement } from './styled-element.ts';

/** What the styles of an element say about its text, as far as the page declares them. */
export type ComputedStyle = {
  /** True if neither the element nor anything in it is visible. */
  readonly isGone: boolean;
  readonly isVisible: boolean;
  readonly opacity: number;
  readonly fontPx: number;
  readonly remPx: number;
  readonly indentPx: number;
  /** The colour of the letters; null if it is not known. */
  readonly textColour: Colour | null;
  /** The colour behind the letters; null if it is not known, for example over a picture. */
  readonly backgroundColour: Colour | null;
  /** True if more than colour makes the letters visible: a shadow, or a background in their shape. */
  readonly isDecorated: boolean;
  /** The element's custom properties, linked to those of the enclosing elements. */
  readonly variables: Variables | null;
};

/** The custom properties of one element. */
export type Variables = { readonly own: ReadonlyMap<string, string>; readonly outer: Variables | null };

/** Elements with the whole page. If a page hides them, a script shows them again. */
const ROOTS: ReadonlySet<string> = new Set(['', 'html', 'body']);
/** Font sizes given as words, all of which are readable. */
const READABLE = /^(?:initial|medium|(?:x{1,3}-)?(?:small|large))$/;
const DEFAULT_PX = 16;
const INHERITS = /^(?:inherit|unset|revert|revert-layer|currentcolor)$/;

/** The style of text outside all elements: black on white, if all style sheets are known. */
export function initialStyle(knowsAllSheets: boolean): ComputedStyle {
  return {
    isGone: false,
    isVisible: true,
    opacity: 1,
    fontPx: DEFAULT_PX,
    remPx: DEFAULT_PX,
    indentPx: 0,
    textColour: knowsAllSheets ? BLACK : null,
    backgroundColour: knowsAllSheets ? WHITE : null,
    isDecorated: false,
    variables: null,
  };
}

/** The appearance of an element that a script will show; elements around it do not hide it. */
export function revealedStyle(outer: ComputedStyle): ComputedStyle {
  return { ...initialStyle(false), remPx: outer.remPx, variables: outer.variables };
}

/** Values of `animation` and `animation-name` that cause no animation. */
const NOT_ANIMATED = /^(?:(?:none|initial|unset|revert|revert-layer|[\d.]+m?s) ?)*$/;

/** The appearance of an element with these styles inside an element that looks like `outer`. */
export function styleOf(element: StyledElement, styles: Styles, outer: ComputedStyle): ComputedStyle {
  const { tag } = element;
  const isRoot = ROOTS.has(tag);
  const fontPx = fontSizeOf(styles.get('font-size'), outer);
  const scale = { emPx: fontPx, remPx: outer.remPx, wholePx: WINDOW.widthPx };
  // If an animation moves or fades in an element, it is visible at the end of the animation, whatever is
  // declared for the beginning.
  const isAnimated = styles.has('animation-name') && !NOT_ANIMATED.test(styles.get('animation-name') ?? '');
  const opacity = isRoot || isAnimated ? outer.opacity : outer.opacity * toOpacity(styles.get('opacity'));
  const isUnseen =
    styles.get('display') === 'none' ||
    opacity <= MAX_UNSEEN_OPACITY ||
    (!isAnimated && isBoxUnseen(tag, styles, scale));
  const letters = styles.get('text-fill-color') ?? styles.get('color');
  return {
    isGone: outer.isGone || (!isRoot && isUnseen),
    isVisible: isRoot || isAnimated ? outer.isVisible : isVisible(styles.get('visibility'), outer.isVisible),
    opacity,
    fontPx,
    remPx: tag === 'html' ? fontPx : outer.remPx,
    indentPx: toPx(styles.get('text-indent'), scale) ?? outer.indentPx,
    textColour: inkOf(letters, element, outer.textColour),
    backgroundColour: groundOf(styles, element, outer.backgroundColour),
    isDecorated: outer.isDecorated || isDecorated(styles),
    variables: outer.variables,
  };
}

/** Whether text with this style is unreadable. */
export function isTextUnseen(style: ComputedStyle): boolean {
  const { isVisible, fontPx, indentPx, isDecorated, textColour, backgroundColour } = style;
  if (!isVisible || fontPx <= MAX_UNREADABLE_PX) return true;
  if (indentPx <= -OFF_WINDOW_PX || indentPx >= 2 * WINDOW.widthPx) return true;
  if (isDecorated || textColour === null) return false;
  return (
    textColour[3] <= MAX_UNSEEN_OPACITY ||
    (backgroundColour !== null && looksLike(over(textColour, backgroundColour), backgroundColour))
  );
}

function fontSizeOf(stated: string | undefined, { fontPx, remPx }: ComputedStyle): number {
  if (stated === undefined) return fontPx;
  if (READABLE.test(stated)) return DEFAULT_PX;
  return toPx(stated, { emPx: fontPx, remPx, wholePx: fontPx }) ?? fontPx;
}

function isVisible(stated: string | undefined, outer: boolean): boolean {
  if (stated === 'hidden' || stated === 'collapse') return false;
  return stated === 'visible' || stated === 'initial' || outer;
}

/** The colour of text; null if it is not known. */
function inkOf(
  stated: string | undefined,
  { tag, attributes }: StyledElement,
  outer: Colour | null,
): Colour | null {
  if (stated !== undefined) {
    if (INHERITS.test(stated)) return outer;
    return stated === 'initial' ? BLACK : parseColour(stated);
  }
  if (tag === 'font' && attributes.color !== undefined) return parseAttributeColour(attributes.color);
  if (tag === 'body' && attributes.text !== undefined) return parseAttributeColour(attributes.text);
  if (tag === 'mark') return BLACK;
  return tag === 'a' && attributes.href !== undefined ? LINK : outer;
}

const LINK: Colour = [0, 0, 238, 1];
const MARKED: Colour = [255, 255, 0, 1];

/** The colour behind text; null if it is not known. */
function groundOf(styles: Styles, { tag, attributes }: StyledElement, outer: Colour | null): Colour | null {
  const image = styles.get('background-image') ?? (attributes.background === undefined ? 'none' : 'url()');
  if (!/^(?:none|initial|inherit|unset|revert)/.test(image)) return null;
  const stated = styles.get('background-color');
  const colour = stated === undefined ? usualGround(tag, attributes.bgcolor) : statedGround(stated);
  if (colour === null || colour[3] === 1) return colour;
  if (colour[3] === 0) return outer;
  return outer === null ? null : over(colour, outer);
}

const CLEAR: Colour = [0, 0, 0, 0];

function usualGround(tag: string, bgcolor: string | undefined): Colour | null {
  if (bgcolor !== undefined) return parseAttributeColour(bgcolor);
  return tag === 'mark' ? MARKED : CLEAR;
}

function statedGround(stated: string): Colour | null {
  return /^(?:initial|unset|revert|revert-layer)$/.test(stated) ? CLEAR : parseColour(stated);
}

function isDecorated(styles: Styles): boolean {
  const isStated = (name: string) => styles.has(name) && !/^(?:none|0(?:px)?|)$/.test(styles.get(name) ?? '');
  if (isStated('text-shadow') || isStated('text-stroke') || isStated('text-stroke-width')) return true;
  return styles.has('background-clip') && /\btext\b/.test(styles.get('background-clip') ?? '');
}
