import { isClipped } from './clip.ts';
import { type Scale, toPx } from './length.ts';
import { isOffScreen } from './place.ts';
import { CELLS, MAX_EMPTY_BOX_PX, MAX_UNSEEN_OPACITY, MIN_ILLEGIBLE_BLUR_PX } from './policy.ts';
import type { Styles } from './styles.ts';
import { toNumber } from './transform.ts';

/**
 * How a box lays out what is in it: what grows in a row or a column, nothing, or, `flat`, rows without height.
 * `unknown` where the sheets are not at hand.
 */
export type Layout = 'block' | 'row' | 'column' | 'flat' | 'unknown';

/** Whether the box of an element inside one laid out so shows nothing: cut off, cut to a shape, moved away, filtered out. */
export function isBoxUnseen(tag: string, styles: Styles, scale: Scale, around: Layout): boolean {
  if (styles.size === 0) return false;
  return (
    styles.get('display') === 'none' ||
    styles.get('content-visibility') === 'hidden' ||
    isCutOff(tag, styles, scale, around) ||
    isClipped(styles, scale) ||
    isOffScreen(styles, scale) ||
    isFilteredOut(styles, scale)
  );
}

const ZERO_ROWS = /^(?:0(?:\.0*)?(?:fr|px|%|em|rem)?(?: |$)|minmax\(0(?:px)?, ?0(?:fr|px)?\)(?: |$))+$/;

/** How an element lays out what is in it. */
export function layoutOf(styles: Styles, around: Layout, usual: Layout): Layout {
  const display = styles.get('display');
  if (display === undefined) return usual;
  if (display === 'contents') return around;
  if (/grid/.test(display)) return ZERO_ROWS.test(styles.get('grid-template-rows') ?? '') ? 'flat' : 'block';
  if (!/flex|-box$/.test(display)) return 'block';
  return /column/.test(styles.get('flex-direction') ?? '') ? 'column' : 'row';
}

/** Whether an element cuts off what is in it at its upper and lower, or its left and right, edges. */
export function cutsOff(styles: Styles): boolean {
  const cuts = (axis: string) => !['visible', undefined].includes(styles.get(`overflow-${axis}`));
  return cuts('x') || cuts('y') || /\b(?:paint|content|strict)\b/.test(styles.get('contain') ?? '');
}

function isCutOff(tag: string, styles: Styles, scale: Scale, around: Layout): boolean {
  if (CELLS.has(tag) || styles.get('display')?.startsWith('table')) return false;
  if (!cutsOff(styles)) return false;
  if (isIndentedAway(styles)) return true;
  const px = (name: string) => toPx(styles.get(name) ?? '', scale);
  const isSmall = (name: string) => (px(name) ?? Number.POSITIVE_INFINITY) <= MAX_EMPTY_BOX_PX;
  const isStated = (name: string) => (px(name) ?? 0) > MAX_EMPTY_BOX_PX;
  const isGrowing = Number.parseFloat(styles.get('flex-grow') ?? '0') > 0;
  const grows = (direction: Layout) => isGrowing && (around === direction || around === 'unknown');
  // What is contained in size is as high as if it were empty (CSS Containment 2, 3.1).
  const isEmptyByItself = /\b(?:size|strict)\b/.test(styles.get('contain') ?? '') && !isStated('height');
  const isLow =
    (isSmall('height') || isEmptyByItself || around === 'flat') &&
    !isStated('min-height') &&
    !grows('column');
  const low = isLow || isSmall('max-height');
  if (low && !isStated('padding-top') && !isStated('padding-bottom')) return true;
  const isNarrow = isSmall('width') && !isStated('min-width') && !grows('row');
  const narrow = isNarrow || isSmall('max-width');
  return narrow && !isStated('padding-left') && !isStated('padding-right');
}

/** Whether what an element holds begins below where it is cut off: it has no height, only space above. */
export function isCutBelow(styles: Styles, scale: Scale): boolean {
  const px = (name: string) => toPx(styles.get(name) ?? '', scale);
  const [above, below] = [px('padding-top') ?? 0, px('padding-bottom') ?? 0];
  const taken = styles.get('box-sizing') === 'border-box' ? above + below : 0;
  const isLow = Math.min(px('height') ?? 9e9, px('max-height') ?? 9e9) - taken <= MAX_EMPTY_BOX_PX;
  return isLow && above > below && (px('min-height') ?? 0) <= MAX_EMPTY_BOX_PX && cutsOff(styles);
}

/** Whether lines without height would be cut off here: nothing else gives the element a height. */
export function cutsFlatLines(styles: Styles, scale: Scale): boolean {
  const isStated = (name: string) => (toPx(styles.get(name) ?? '', scale) ?? 0) > MAX_EMPTY_BOX_PX;
  return cutsOff(styles) && !['height', 'min-height', 'padding-top', 'padding-bottom'].some(isStated);
}

/** One line that begins behind the right end of its box. */
function isIndentedAway(styles: Styles): boolean {
  const indent = styles.get('text-indent') ?? '';
  const isOneLine = /^(?:nowrap|pre)$/.test(styles.get('white-space') ?? '');
  return isOneLine && indent.endsWith('%') && Number.parseFloat(indent) >= 100;
}

function isFilteredOut(styles: Styles, scale: Scale): boolean {
  const filter = styles.get('filter');
  if (filter === undefined) return false;
  const opacity = /opacity\(\s*((?:[^()]|\([^()]*\))+)\)/i.exec(filter)?.[1];
  if (opacity !== undefined && toOpacity(opacity) <= MAX_UNSEEN_OPACITY) return true;
  const blur = /blur\(\s*((?:[^()]|\([^()]*\))+)\)/i.exec(filter)?.[1] ?? '';
  return (toPx(blur, scale) ?? 0) >= MIN_ILLEGIBLE_BLUR_PX;
}

/** An opacity as stated, from 0 to 1; 1 where it is none. */
export function toOpacity(text: string): number {
  return Math.min(1, toNumber(text) ?? 1);
}
