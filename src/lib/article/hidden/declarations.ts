import { isColour } from './colour.ts';
import { scanCss, unescapeCss } from './css-scan.ts';

/** A property in lower case, with its value. */
export type Longhand = readonly [property: string, value: string];

/** A declaration that can affect what is visible. `longhands` is null while the value contains variables. */
export type Declaration = {
  readonly property: string;
  readonly value: string;
  readonly important: boolean;
  readonly longhands: readonly Longhand[] | null;
};

/** The properties that can affect what is visible. */
const VISIBILITY_PROPERTIES: ReadonlySet<string> = new Set(
  (
    'display visibility opacity content-visibility color text-fill-color text-shadow text-stroke ' +
    'text-stroke-width font-size text-indent background-color background-image background-clip width ' +
    'height max-width max-height min-width min-height overflow-x overflow-y clip clip-path position ' +
    'left top right bottom margin-left margin-top padding-left padding-right padding-top ' +
    'padding-bottom flex-grow transform scale zoom filter animation-name background font overflow ' +
    'inset margin padding flex animation'
  ).split(' '),
);
const BOX = '(?:-webkit-)?(?:inline-)?(?:block|flex|grid|table|box)';
const DISPLAY = new RegExp(`^(?:none|contents|inline|list-item|flow-root|ruby|table-|${BOX})`);
const OVERFLOW = /^(?:visible|hidden|clip|auto|scroll|overlay)$/;
/** The only values of these properties that browsers accept. */
const VALID_VALUES: Readonly<Record<string, RegExp>> = {
  display: DISPLAY,
  visibility: /^(?:visible|hidden|collapse)$/,
  opacity: /^[+-]?[\d.]+(?:e[+-]?\d+)?%?$|\(/,
  position: /^(?:static|relative|absolute|fixed|(?:-webkit-)?sticky)$/,
  'overflow-x': OVERFLOW,
  'overflow-y': OVERFLOW,
  'font-size': /^[\d.+]|^(?:x{1,3}-)?(?:small|large)$|^(?:medium|smaller|larger)$|\(/,
};
/** The keywords that every property accepts (CSS Cascading and Inheritance 4, section 7.3). */
const CSS_WIDE_KEYWORDS = /^(?:inherit|initial|unset|revert|revert-layer)$/;
/** Longer values are cut off; no value that is supported here is this long. */
const MAX_VALUE_CHARS = 1_000;
/** A body in which every semicolon separates two declarations. */
const WITHOUT_NESTING = /^[^\\"'(/{}]*$/;

/** The declarations of a rule or a `style` attribute that can affect what is visible, in order. */
export function readDeclarations(body: string): Declaration[] {
  const found: Declaration[] = [];
  const add = (text: string) => {
    const declaration = toDeclaration(text);
    if (declaration !== null) found.push(declaration);
  };
  if (WITHOUT_NESTING.test(body)) {
    for (const text of body.split(';')) add(text);
  } else {
    scanCss(body, { open: () => undefined, block: () => undefined, statement: add, close: () => undefined });
  }
  return found;
}

function toDeclaration(text: string): Declaration | null {
  const colon = text.indexOf(':');
  if (colon < 1) return null;
  const name = unescapeCss(text.slice(0, colon).trim());
  const property = name.startsWith('--') ? name : name.toLowerCase().replace(/^-webkit-/, '');
  if (!name.startsWith('--') && !VISIBILITY_PROPERTIES.has(property)) return null;
  const whole = unescapeCss(text.slice(colon + 1, colon + 1 + MAX_VALUE_CHARS).trim());
  const bang = whole.lastIndexOf('!');
  const important = bang >= 0 && /^!\s*important$/i.test(whole.slice(bang));
  const value = important ? whole.slice(0, bang).trim() : whole;
  const isOpen = name.startsWith('--') || /\bvar\(/i.test(value);
  return { property, value, important, longhands: isOpen ? null : longhandsOf(property, value) };
}

/** The meaning of a declaration by longhand property, without anything that a browser would reject. */
export function longhandsOf(property: string, value: string): Longhand[] {
  const text = value.replace(/\s+/g, ' ').toLowerCase();
  return expand(property, text).filter(([name, each]) => isValid(name, each));
}

function isValid(name: string, value: string): boolean {
  if (value === '') return false;
  if (CSS_WIDE_KEYWORDS.test(value)) return true;
  if (name === 'color' || name === 'background-color' || name === 'text-fill-color') return isColour(value);
  return VALID_VALUES[name]?.test(value) ?? true;
}

function expand(property: string, value: string): Longhand[] {
  if (property === 'margin' || property === 'padding' || property === 'inset') return sides(property, value);
  if (property === 'background') return background(value);
  if (property === 'font') return font(value);
  if (property === 'animation') return [['animation-name', value]];
  if (property === 'flex') return [['flex-grow', value === 'auto' ? '1' : (value.split(' ')[0] ?? '')]];
  if (property !== 'overflow') return [[property, value]];
  const [x = '', y = x] = value.split(' ');
  return [
    ['overflow-x', x],
    ['overflow-y', y],
  ];
}

/** The longhands of a property with up to four values. */
function sides(property: string, value: string): Longhand[] {
  const [top = '', right = top, bottom = top, left = right] = words(value);
  const prefix = property === 'inset' ? '' : `${property}-`;
  return [
    [`${prefix}top`, top],
    [`${prefix}right`, right],
    [`${prefix}bottom`, bottom],
    [`${prefix}left`, left],
  ];
}

function background(value: string): Longhand[] {
  if (CSS_WIDE_KEYWORDS.test(value))
    return [
      ['background-color', value],
      ['background-image', value],
    ];
  const parts = words(value);
  const hasImage = parts.some((part) => part.includes('(') && !isColour(part));
  return [
    ['background-color', parts.findLast(isColour) ?? 'transparent'],
    ['background-image', hasImage ? 'url()' : 'none'],
    ...(parts.includes('text') ? [['background-clip', 'text'] as const] : []),
  ];
}

/** The size comes before the font family; before the size come keywords and a weight without a unit. */
function font(value: string): Longhand[] {
  const size = words(value)
    .map((part) => part.split('/')[0] ?? '')
    .find((part) => VALID_VALUES['font-size']?.test(part) && !/^[1-9]\d{2,3}$/.test(part));
  return size === undefined ? [] : [['font-size', size]];
}

/** Parts separated by spaces and by commas, outside brackets and strings. */
function words(value: string): string[] {
  return value.match(/(?:[^\s,()]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];
}
