import { cutsFlatLines, isBoxUnseen, isCutBelow, type Layout, layoutOf, toOpacity } from './box.ts';
import { BLACK, type Colour, looksLike, over, WHITE } from './colour.ts';
import { type Scale, toPx } from './length.ts';
import { backdropOf, DARK, inkOf, isDecorated } from './paint.ts';
import { MAX_UNREADABLE_PX, MAX_UNSEEN_OPACITY, OFF_SCREEN_PX, ROOTS, SCREEN } from './policy.ts';
import { coversBehind, isBehind } from './stacking.ts';
import type { Styles, Variables } from './styles.ts';
import { type Tint, tintOf } from './tint.ts';
import { movedBy } from './transform.ts';

/** How the text of an element looks, as far as what is stated for it and around it says. */
export type Look = {
  readonly isGone: boolean;
  readonly isVisible: boolean;
  readonly fontPx: number;
  readonly remPx: number;
  /** How much smaller than stated everything is drawn. */
  readonly size: number;
  /** Null where nobody knows. */
  readonly ink: Colour | null;
  /** What the letters are filled with, where that is stated apart. */
  readonly fill: Colour | null | undefined;
  /** The colours that lie behind; null where nobody knows, as with a picture. */
  readonly backdrop: readonly Colour[] | null;
  readonly tint: Tint | null;
  readonly isDark: boolean;
  readonly opacity: number;
  readonly indentPx: number;
  readonly spacingPx: number;
  /** Lines have no height, and whether that cuts them off. */
  readonly hasFlatLines: boolean;
  readonly cutsFlatLines: boolean;
  /** Begins below where a box around it is cut off. */
  readonly isCutBelow: boolean;
  /** Drawn as dots, as in a field for a password, or without any size. */
  readonly isMasked: boolean;
  /** Has a ground that hides what is painted behind it. */
  readonly coversBehind: boolean;
  /** A parent in three dimensions has turned its back. */
  readonly isTurned: boolean;
  /** How the children are laid out. */
  readonly layout: Layout;
  /** How the children are laid out of whatever does not say. */
  readonly usualLayout: Layout;
  /** Letters that show by something else than their colour: a shadow, an outline, a background cut to their form. */
  readonly isDecorated: boolean;
  readonly variables: Variables;
};

const LIGHT_PAGE: readonly Colour[] = [WHITE];

/** How text looks outside everything. Where all sheets are at hand, a page without colours is black on white. */
export function firstLook(knowsAllSheets: boolean, variables: Variables): Look {
  return {
    isGone: false,
    isVisible: true,
    fontPx: 16,
    remPx: 16,
    size: 1,
    ink: knowsAllSheets ? BLACK : null,
    fill: undefined,
    backdrop: knowsAllSheets ? LIGHT_PAGE : null,
    tint: null,
    isDark: false,
    opacity: 1,
    indentPx: 0,
    spacingPx: 0,
    hasFlatLines: false,
    cutsFlatLines: false,
    isCutBelow: false,
    isMasked: false,
    coversBehind: false,
    isTurned: false,
    layout: knowsAllSheets ? 'block' : 'unknown',
    usualLayout: knowsAllSheets ? 'block' : 'unknown',
    isDecorated: false,
    variables,
  };
}

/** How an element looks that states `styles` inside one that looks like `outer`. */
export function lookOf(tag: string, styles: Styles, variables: Variables, outer: Look): Look {
  const layout = layoutOf(styles, outer.layout, outer.usualLayout);
  if (styles.size === 0) return { ...outer, layout, variables };
  const isRoot = ROOTS.has(tag);
  const fontPx = fontSizeOf(styles.get('font-size'), outer);
  const scale: Scale = { emPx: fontPx, remPx: outer.remPx, wholePx: SCREEN.widthPx };
  const opacity = isRoot ? 1 : outer.opacity * toOpacity(styles.get('opacity') ?? '1');
  const isDark = isDarkBy(styles.get('color-scheme'), outer.isDark);
  const page = isRoot && isDark ? darkPage(outer) : outer;
  const ink = inkOf(styles.get('color'), page.ink, isDark);
  const backdrop = backdropOf(styles, page.backdrop, ink, isDark);
  const hasGround = backdrop !== outer.backdrop && backdrop?.length === 1;
  const moved = movedBy(styles, scale);
  const isTurned = moved.isTurned !== outer.isTurned;
  const showsNoBack = isTurned && styles.get('backface-visibility') === 'hidden';
  const isPlaced = /^(?:absolute|fixed)$/.test(styles.get('position') ?? '');
  const isUnseen =
    opacity <= MAX_UNSEEN_OPACITY ||
    moved.isAway ||
    showsNoBack ||
    (outer.coversBehind && isBehind(styles)) ||
    isBoxUnseen(tag, styles, scale, outer.layout);
  return {
    isGone: outer.isGone || (!isRoot && isUnseen),
    isVisible: isRoot ? outer.isVisible : isVisible(styles.get('visibility'), outer.isVisible),
    fontPx,
    remPx: tag === 'html' ? fontPx : outer.remPx,
    size: isRoot ? 1 : outer.size * moved.size,
    ink,
    fill: fillOf(styles.get('text-fill-color'), outer.fill, ink, isDark),
    backdrop,
    tint: isRoot ? null : tintOf(styles.get('filter'), outer.backdrop, outer.tint),
    isDark,
    opacity,
    indentPx: lengthOf(styles.get('text-indent'), outer.indentPx, scale),
    spacingPx: lengthOf(styles.get('letter-spacing'), outer.spacingPx, scale),
    hasFlatLines: isFlat(styles.get('line-height'), outer.hasFlatLines, fontPx),
    cutsFlatLines: !isPlaced && outer.cutsFlatLines ? true : cutsFlatLines(styles, scale),
    isCutBelow: (outer.isCutBelow && !isPlaced) || (!isRoot && isCutBelow(styles, scale)),
    isMasked: isMasked(styles, outer.isMasked),
    coversBehind: !isRoot && coversBehind(styles, outer.coversBehind, hasGround),
    isTurned: styles.get('transform-style') === 'preserve-3d' && isTurned,
    layout,
    usualLayout: outer.usualLayout,
    isDecorated: outer.isDecorated || isDecorated(styles, { ink, backdrop, behind: outer.backdrop }),
    variables,
  };
}

/** Whether text with this look can be read by nobody. */
export function isTextUnseen(look: Look): boolean {
  return (
    !look.isVisible ||
    look.fontPx * Math.min(1, look.size) <= MAX_UNREADABLE_PX ||
    look.indentPx <= -OFF_SCREEN_PX ||
    look.indentPx >= 2 * SCREEN.widthPx ||
    look.spacingPx <= -look.fontPx ||
    look.isCutBelow ||
    look.isMasked ||
    (look.hasFlatLines && look.cutsFlatLines) ||
    (!look.isDecorated && hasColourOfBackdrop(look))
  );
}

function hasColourOfBackdrop({ fill, ink, backdrop, tint }: Look): boolean {
  const letters = fill === undefined ? ink : fill;
  if (letters === null) return false;
  if (letters[3] <= MAX_UNSEEN_OPACITY) return true;
  if (backdrop === null) return false;
  if (tint === null) return backdrop.every((colour) => looksLike(over(letters, colour), colour));
  const behind = backdrop === tint.behind ? backdrop : backdrop.map(tint.change);
  return behind.every((colour) => looksLike(over(tint.change(letters), colour), colour));
}

const KEYWORD_PX: Readonly<Record<string, number>> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
  'x-large': 24,
  'xx-large': 32,
  'xxx-large': 48,
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

/** `initial` fills with the colour of the letters again. */
function fillOf(stated: string | undefined, outer: Look['fill'], ink: Colour | null, isDark: boolean) {
  if (stated === undefined || stated === 'inherit' || stated === 'unset') return outer;
  return stated === 'initial' ? undefined : inkOf(stated, ink, isDark);
}

function isMasked(styles: Styles, outer: boolean): boolean {
  const [dots, adjusted] = [styles.get('text-security'), styles.get('font-size-adjust')];
  if (dots === undefined && adjusted === undefined) return outer;
  return /^(?:disc|circle|square)$/.test(dots ?? '') || adjusted === '0';
}

function isDarkBy(scheme: string | undefined, outer: boolean): boolean {
  if (scheme === undefined || /^(?:inherit|unset)$/.test(scheme)) return outer;
  return /\bdark\b/.test(scheme) && !/\blight\b/.test(scheme);
}

/** What a page without colours of its own looks like in the dark. */
function darkPage({ ink, backdrop }: Look): Pick<Look, 'ink' | 'backdrop'> {
  return { ink: ink === BLACK ? WHITE : ink, backdrop: backdrop === LIGHT_PAGE ? [DARK] : backdrop };
}

function isFlat(stated: string | undefined, outer: boolean, fontPx: number): boolean {
  if (stated === undefined || stated === 'inherit') return outer;
  const number = Number(stated);
  const px = Number.isNaN(number)
    ? toPx(stated, { emPx: fontPx, remPx: 16, wholePx: fontPx })
    : number * fontPx;
  return px !== null && px <= 1;
}

function lengthOf(stated: string | undefined, outer: number, scale: Scale): number {
  if (stated === undefined) return outer;
  if (stated === 'normal' || stated === 'initial') return 0;
  return toPx(stated.split(' ')[0] ?? '', scale) ?? outer;
}
