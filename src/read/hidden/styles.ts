import { animationLonghands } from './animation.ts';
import { isColour } from './colour.ts';
import type { Declaration } from './rules.ts';

/** What is stated for one element, by longhand. */
export type Styles = ReadonlyMap<string, string>;

/** Custom properties, inherited. */
export type Variables = ReadonlyMap<string, string>;

const LONGHANDS: ReadonlySet<string> = new Set(
  (
    'display visibility opacity content-visibility contain font-size color text-fill-color text-stroke-width text-stroke text-shadow ' +
    'background-color background-image background-clip width height max-width max-height min-width min-height overflow-x ' +
    'overflow-y clip clip-path text-indent letter-spacing white-space position left top right bottom margin-left margin-top padding-left ' +
    'padding-top padding-bottom padding-right flex-grow transform scale rotate translate filter zoom mask-image ' +
    'animation-name animation-fill-mode animation-iteration-count animation-direction'
  ).split(' '),
);
const SHORTHANDS: ReadonlySet<string> = new Set([
  'background',
  'font',
  'overflow',
  'inset',
  'inset-inline',
  'inset-block',
  'margin',
  'margin-inline',
  'margin-block',
  'padding',
  'flex',
  'mask',
  'animation',
]);
/** Logical names, as they fall in a page that runs from left to right and down. */
const LOGICAL: Readonly<Record<string, string>> = {
  'inline-size': 'width',
  'block-size': 'height',
  'max-inline-size': 'max-width',
  'max-block-size': 'max-height',
  'inset-inline-start': 'left',
  'inset-inline-end': 'right',
  'inset-block-start': 'top',
  'inset-block-end': 'bottom',
  'margin-inline-start': 'margin-left',
  'margin-block-start': 'margin-top',
  'overflow-inline': 'overflow-x',
  'overflow-block': 'overflow-y',
};
const SIDES = ['top', 'right', 'bottom', 'left'] as const;
const GLOBAL = /^(?:inherit|initial|unset|revert|revert-layer)$/i;
const DISPLAY =
  /^(?:none|block|inline|inline-block|flex|inline-flex|grid|inline-grid|flow-root|contents|list-item|table(?:-[a-z-]+)?|inline-table|ruby(?:-[a-z]+)?|run-in|-webkit-(?:inline-)?(?:box|flex)|(?:block|inline) (?:flow|flow-root|flex|grid|table))$/i;
const VALID: Readonly<Record<string, RegExp>> = {
  display: DISPLAY,
  visibility: /^(?:visible|hidden|collapse)$/i,
  opacity: /^[+-]?[\d.]+(?:e[+-]?\d+)?%?$|^(?:calc|min|max|clamp)\(/i,
  'content-visibility': /^(?:visible|hidden|auto)$/i,
  position: /^(?:static|relative|absolute|fixed|sticky|-webkit-sticky)$/i,
  'overflow-x': /^(?:visible|hidden|clip|auto|scroll|overlay)$/i,
  'overflow-y': /^(?:visible|hidden|clip|auto|scroll|overlay)$/i,
  'font-size': /^(?:[\d.+]|calc|min|max|clamp|(?:xx-|x-|xxx-)?(?:small|large)$|medium$|smaller$|larger$)/i,
};
const SIZED =
  /^(?:[-+.\d]|calc\(|min\(|max\(|clamp\(|auto$|none$|(?:min|max|fit)-content|-webkit-|normal$|fit-content)/i;
const IS_SIZED =
  /^(?:width|height|max-.*|min-.*|left|top|right|bottom|margin-.*|padding-.*|text-indent|letter-spacing|zoom)$/;

/** Whether a property has a say in what is seen. */
export function matters(property: string): boolean {
  if (property.startsWith('--')) return true;
  const name = plainName(property);
  return LONGHANDS.has(name) || SHORTHANDS.has(name);
}

/** Applies declarations in the order of their weight. What a browser would not take changes nothing. */
export function applied(
  declarations: readonly Declaration[],
  inherited: Variables,
): { styles: Styles; variables: Variables } {
  const own = declarations.filter(({ property }) => property.startsWith('--'));
  const variables = own.length === 0 ? inherited : new Map(inherited);
  if (variables instanceof Map) for (const { property, value } of own) variables.set(property, value);
  const styles = new Map<string, string>();
  for (const declaration of declarations) {
    if (declaration.property.startsWith('--')) continue;
    for (const [name, text] of expanded(declaration, variables)) styles.set(name, text);
  }
  return { styles, variables };
}

type Longhands = readonly (readonly [name: string, value: string])[];

/** One rule means many elements. */
const EXPANDED = new WeakMap<Declaration, Longhands>();

/** The longhands of a declaration that a browser would take. */
function expanded(declaration: Declaration, variables: Variables): Longhands {
  const known = EXPANDED.get(declaration);
  if (known !== undefined) return known;
  const value = resolved(declaration.value, variables).replace(/\s+/g, ' ').trim().toLowerCase();
  const found = longhands(plainName(declaration.property), value).filter(([name, text]) =>
    isValid(name, text),
  );
  if (!/var\(/i.test(declaration.value)) EXPANDED.set(declaration, found);
  return found;
}

function plainName(property: string): string {
  const name = property.replace(/^-(?:webkit|moz|ms|o)-/, '');
  return LOGICAL[name] ?? name;
}

const MAX_VALUE_CHARS = 2_000;
const MAX_ROUNDS = 8;

/** Puts in custom properties; a circle of them ends with an empty value, which is then not valid. */
function resolved(value: string, variables: Variables): string {
  let text = value.slice(0, MAX_VALUE_CHARS);
  for (let round = 0; round < MAX_ROUNDS && /var\(/i.test(text); round++) {
    text = text
      .replace(
        /var\(\s*(--[^\s,()]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)/gi,
        (_, name, other) => variables.get(name) ?? other ?? '',
      )
      .slice(0, MAX_VALUE_CHARS);
  }
  return text;
}

function isValid(name: string, value: string): boolean {
  if (value === '') return false;
  if (GLOBAL.test(value)) return true;
  if (name === 'color' || name === 'background-color' || name === 'text-fill-color') return isColour(value);
  if (IS_SIZED.test(name)) return SIZED.test(value);
  return VALID[name]?.test(value) ?? true;
}

function longhands(name: string, value: string): [string, string][] {
  switch (name) {
    case 'background':
      return background(value);
    case 'mask':
      return [['mask-image', value]];
    case 'animation':
      return animationLonghands(value);
    case 'font':
      return fontSize(value);
    case 'flex':
      return [['flex-grow', value.split(' ')[0] ?? '']];
    case 'overflow': {
      const [x = '', y = x] = value.split(' ');
      return [
        ['overflow-x', x],
        ['overflow-y', y],
      ];
    }
    case 'inset':
      return fourSides(value, (side) => side);
    case 'inset-inline':
      return twoSides(value, ['left', 'right']);
    case 'inset-block':
      return twoSides(value, ['top', 'bottom']);
    case 'margin-inline':
      return twoSides(value, ['margin-left', 'margin-right']);
    case 'margin-block':
      return twoSides(value, ['margin-top', 'margin-bottom']);
    case 'margin':
    case 'padding':
      return fourSides(value, (side) => `${name}-${side}`);
    default:
      return [[name, value]];
  }
}

function fourSides(value: string, nameOf: (side: string) => string): [string, string][] {
  const [top = '', right = top, bottom = top, left = right] = words(value);
  const values = [top, right, bottom, left];
  return SIDES.map((side, i) => [nameOf(side), values[i] ?? ''] as [string, string]);
}

function twoSides(value: string, [one, other]: readonly [string, string]): [string, string][] {
  const [start = '', end = start] = words(value);
  return [
    [one, start],
    [other, end],
  ];
}

function background(value: string): [string, string][] {
  if (GLOBAL.test(value))
    return [
      ['background-color', value],
      ['background-image', value],
    ];
  const parts = words(value);
  const colour = parts.findLast(isColour) ?? 'transparent';
  const images = parts.filter((part) =>
    /^(?:url|image|cross-fade|element|[a-z-]+-gradient|(?:-webkit-)?image-set)\(/i.test(part),
  );
  const found: [string, string][] = [
    ['background-color', colour],
    ['background-image', images.join(',') || 'none'],
  ];
  return parts.includes('text') ? [...found, ['background-clip', 'text']] : found;
}

/** The size stands right before the family, after words and a weight without a unit. */
function fontSize(value: string): [string, string][] {
  const sizes = words(value).filter((part) =>
    /^[\d.]|^(?:calc|clamp|min|max)\(|small|large|^medium/i.test(part),
  );
  const size = sizes.find((part) => !/^[1-9]\d{2,3}$/.test(part));
  return size === undefined ? [] : [['font-size', size.split('/')[0] ?? '']];
}

/** Parts between blanks and commas that stand outside brackets. */
function words(value: string): string[] {
  return value.match(/(?:[^\s,()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g) ?? [];
}
