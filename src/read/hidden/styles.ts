import { isColour } from './colour.ts';
import { MATH } from './length.ts';
import type { Declaration } from './rules.ts';
import { GLOBAL, longhands } from './shorthands.ts';
import { CALLS_VALUE, resolved, type Variables, withOwn } from './variables.ts';

/** What is stated for one element, by longhand. */
export type Styles = ReadonlyMap<string, string>;

export type { Variables } from './variables.ts';

const LONGHANDS: ReadonlySet<string> = new Set(
  (
    'display visibility opacity content-visibility contain font-size color text-fill-color text-stroke-width text-stroke text-shadow ' +
    'background-color background-image background-clip background-size background-repeat box-shadow color-scheme width height max-width max-height min-width ' +
    'min-height overflow-x overflow-y clip clip-path text-indent letter-spacing line-height white-space position left top right ' +
    'bottom margin-left margin-top padding-left padding-top padding-bottom padding-right flex-grow flex-direction ' +
    'grid-template-rows text-security font-size-adjust z-index isolation box-sizing transform transform-style backface-visibility scale rotate translate filter zoom mask-image mask-size ' +
    'animation-name animation-fill-mode animation-iteration-count animation-direction animation-play-state animation-delay ' +
    'animation-duration'
  ).split(' '),
);
const SHORTHANDS: ReadonlySet<string> = new Set(
  (
    'all background font overflow inset inset-inline inset-block margin margin-inline margin-block padding flex flex-flow ' +
    'grid-template mask animation'
  ).split(' '),
);
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
  'text-wrap': 'white-space',
  'text-wrap-mode': 'white-space',
};
const DISPLAY =
  /^(?:none|block|inline|inline-block|flex|inline-flex|grid|inline-grid|flow-root|contents|list-item|table(?:-[a-z-]+)?|inline-table|ruby(?:-[a-z]+)?|run-in|-webkit-(?:inline-)?(?:box|flex)|(?:block|inline) (?:flow|flow-root|flex|grid|table))$/i;
const VALID: Readonly<Record<string, RegExp>> = {
  display: DISPLAY,
  visibility: /^(?:visible|hidden|collapse)$/i,
  opacity: new RegExp(`^[+-]?[\\d.]+(?:e[+-]?\\d+)?%?$|${MATH.source}`, 'i'),
  'content-visibility': /^(?:visible|hidden|auto)$/i,
  position: /^(?:static|relative|absolute|fixed|sticky|-webkit-sticky)$/i,
  'overflow-x': /^(?:visible|hidden|clip|auto|scroll|overlay)$/i,
  'overflow-y': /^(?:visible|hidden|clip|auto|scroll|overlay)$/i,
  'font-size': new RegExp(
    `^(?:[\\d.+]|(?:xx-|x-|xxx-)?(?:small|large)$|medium$|smaller$|larger$)|${MATH.source}`,
    'i',
  ),
};
const SIZED = new RegExp(
  `^(?:[-+.\\d]|auto$|none$|(?:min|max|fit)-content|-webkit-|normal$)|${MATH.source}`,
  'i',
);
const IS_SIZED =
  /^(?:width|height|max-.*|min-.*|left|top|right|bottom|margin-.*|padding-.*|text-indent|letter-spacing|zoom)$/;

/** Whether a property has a say in what is seen. */
export function matters(property: string): boolean {
  if (property.startsWith('--')) return true;
  const name = plainName(property);
  return LONGHANDS.has(name) || SHORTHANDS.has(name);
}

/** Whether a browser would take a value for a property; true where the property has no say in what is seen. */
export function isTaken(property: string, value: string): boolean {
  if (!matters(property) || CALLS_VALUE.test(value)) return true;
  const written = value.replace(/\s+/g, ' ').trim().toLowerCase();
  const found = longhands(plainName(property.toLowerCase()), written);
  return found.length > 0 && found.every(([name, text]) => isValid(name, text));
}

/** Applies declarations in the order of their weight. What a browser would not take changes nothing. */
export function applied(
  declarations: readonly Declaration[],
  inherited: Variables,
): { styles: Styles; variables: Variables } {
  const own = declarations.filter(({ property }) => property.startsWith('--'));
  const variables = own.length === 0 ? inherited : withOwn(inherited, own);
  const styles = new Map<string, string>();
  for (const declaration of declarations) {
    if (declaration.property.startsWith('--')) continue;
    for (const [name, text] of expanded(declaration, variables)) {
      if (name === 'all') setAll(styles, text);
      else styles.set(name, text);
    }
  }
  return { styles, variables };
}

/** Takes back all that was stated before; as `initial` also what would be inherited. */
function setAll(styles: Map<string, string>, value: string): void {
  styles.clear();
  if (value === 'initial' || value === 'unset') styles.set('display', 'inline');
  if (value !== 'initial') return;
  for (const name of ['visibility', 'font-size', 'color', 'text-indent', 'letter-spacing']) {
    styles.set(name, 'initial');
  }
}

type Longhands = readonly (readonly [name: string, value: string])[];

/** One rule means many elements. */
const EXPANDED = new WeakMap<Declaration, Longhands>();

/** The longhands of a declaration that a browser would take; `revert-layer` leaves what was stated before. */
function expanded(declaration: Declaration, variables: Variables): Longhands {
  const known = EXPANDED.get(declaration);
  if (known !== undefined) return known;
  const value = (resolved(declaration.value, variables) ?? '').replace(/\s+/g, ' ').trim().toLowerCase();
  const found = longhands(plainName(declaration.property), value).filter(
    ([name, text]) => isValid(name, text) && text !== 'revert-layer',
  );
  if (!CALLS_VALUE.test(declaration.value)) EXPANDED.set(declaration, found);
  return found;
}

/** Of names with a prefix browsers still take those of WebKit. */
function plainName(property: string): string {
  const name = property.startsWith('-webkit-') ? property.slice('-webkit-'.length) : property;
  return LOGICAL[name] ?? name;
}

function isValid(name: string, value: string): boolean {
  if (value === '') return false;
  if (GLOBAL.test(value)) return true;
  if (name === 'color' || name === 'background-color' || name === 'text-fill-color') return isColour(value);
  if (IS_SIZED.test(name)) return SIZED.test(value);
  return VALID[name]?.test(value) ?? true;
}
