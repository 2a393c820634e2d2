import { scanCss, splitList, unescapeCss } from './css-scan.ts';
import { type Layer, layerNamed, outsideLayers, rankLayers } from './layers.ts';
import { holdsOnScreen } from './media.ts';
import { parseSelectors } from './parse-selectors.ts';
import type { Selector } from './selector.ts';
import type { Sheet } from './sheet.ts';
import type { StyledElement } from './styled-element.ts';

/** A declaration; property in lower case, value as written. */
export type Declaration = { readonly property: string; readonly value: string; readonly important: boolean };

/**
 * A rule of a style sheet as it is written: most of a sheet is about nothing on the page, so it is understood when it is
 * asked for. `outer` are the selectors of the rule around it, `limit` what it holds for nothing inside of. A higher layer wins, then specificity, then order.
 */
export type WrittenRule = {
  readonly selectors: string;
  readonly outer: readonly Selector[] | null;
  readonly limit: readonly Selector[];
  readonly body: string;
  readonly layer: Layer;
  readonly order: number;
};

/** A frame of `@keyframes` as it is written: for which points of time (`from`, `50%, to`), and what is stated there. */
export type WrittenFrame = { readonly offsets: string; readonly body: string };

/** The frames of animations by their name in lower case. */
export type WrittenAnimations = ReadonlyMap<string, readonly WrittenFrame[]>;

const GROUPS: ReadonlySet<string> = new Set([
  'media',
  'supports',
  'layer',
  'container',
  'scope',
  'document',
  '-moz-document',
]);

/** Where in a sheet its reader is: whether what is stated there counts at all, for which selectors, in which layer. */
type Place = {
  readonly counts: boolean;
  readonly outer: readonly Selector[] | null;
  readonly layer: Layer;
  /** What elements of a `@scope` are not to be inside of. */
  readonly limit: readonly Selector[];
  /** What is stated in this block itself. */
  readonly stated: string[];
  /** In `@keyframes`, where its frames go. */
  readonly frames?: WrittenFrame[];
};

/** What holds for all sheets of a page: the layers named so far, and which conditions hold. */
type Sheets = {
  readonly outside: Layer;
  readonly held: Map<string, boolean>;
  readonly animations: Map<string, WrittenFrame[]>;
  readonly initials: Map<string, string>;
  readonly isSupported: (condition: string) => boolean;
  /** Whether any sheet may make an element a container: without one no condition on its size holds. */
  readonly hasContainers: boolean;
};

/**
 * The rules of the sheets that hold on a screen and their animations, in the order of the sheets. `isSupported` tells
 * whether the condition of `@supports` holds.
 */
export function readRules(
  sheets: readonly Sheet[],
  isSupported: Sheets['isSupported'],
): {
  readonly rules: WrittenRule[];
  readonly animations: WrittenAnimations;
  /** What `@property` says that custom properties are at first. */
  readonly initials: ReadonlyMap<string, string>;
} {
  const rules: WrittenRule[] = [];
  const all: Sheets = {
    outside: outsideLayers(),
    held: new Map(),
    animations: new Map(),
    initials: new Map(),
    isSupported,
    hasContainers: sheets.some(({ css }) => css === null || CONTAINS.test(css)),
  };
  for (const { css, media, owner = null } of sheets) {
    if (css !== null && holdsOnScreen(media)) readSheet(css, owner, rules, all);
  }
  rankLayers(all.outside);
  return { rules, animations: all.animations, initials: all.initials };
}

function readSheet(css: string, owner: StyledElement | null, rules: WrittenRule[], all: Sheets): void {
  const top: Place = { counts: true, outer: null, layer: all.outside, limit: [], stated: [] };
  const open: Place[] = [];
  const add = (selectors: string, { outer, layer, limit }: Place, body: string) => {
    rules.push({ selectors, outer, limit, body, layer, order: rules.length });
  };
  scanCss(css, {
    open: (prelude) => open.push(placeIn(prelude, open.at(-1) ?? top, owner, all)),
    block(prelude, body) {
      const place = open.at(-1) ?? top;
      if (place.frames !== undefined) place.frames.push({ offsets: prelude, body });
      else if (prelude.startsWith('@')) {
        const inside = placeIn(prelude, place, owner, all);
        registerProperty(prelude, body, all.initials);
        if (inside.counts && inside.outer !== null) add('&', inside, body);
      } else if (place.counts) add(prelude, place, body);
    },
    statement(text) {
      if (text.startsWith('@')) nameLayers(text, open.at(-1) ?? top);
      else open.at(-1)?.stated.push(text);
    },
    close() {
      const place = open.pop();
      if (place?.counts && place.outer !== null && place.stated.length > 0)
        add('&', place, place.stated.join(';'));
    },
  });
}

function placeIn(prelude: string, around: Place, owner: StyledElement | null, all: Sheets): Place {
  if (!around.counts) return { ...around, stated: [] };
  if (!prelude.startsWith('@'))
    return { ...around, outer: parseSelectors(prelude, around.outer), stated: [] };
  const [, name = '', condition = ''] = /^@([-\w]+)\s*([\s\S]*)$/.exec(prelude) ?? [];
  const kind = name.toLowerCase();
  if (/^(?:-webkit-)?keyframes$/.test(kind)) {
    const frames: WrittenFrame[] = [];
    // Of two with one name the later counts.
    all.animations.set(condition.trim().replace(/["']/g, '').toLowerCase(), frames);
    return { ...around, counts: false, frames, stated: [] };
  }
  const counts = GROUPS.has(kind) && holds(kind, condition, all);
  const layer = kind === 'layer' ? layerNamed(condition.trim(), around.layer) : around.layer;
  if (kind !== 'scope') return { ...around, counts, layer, stated: [] };
  return { counts, layer, ...scopeOf(condition, around, owner), stated: [] };
}

const BRACKETS = String.raw`\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)`;
const SCOPE = new RegExp(`^(?:${BRACKETS})?\\s*(?:to\\s*${BRACKETS})?$`, 'i');

/** The selectors of `@scope (.card) to (.end)`, in which rules hold as if they stood in a rule for them. */
function scopeOf(
  condition: string,
  around: Place,
  owner: StyledElement | null,
): Pick<Place, 'outer' | 'limit'> {
  const [, start, end] = SCOPE.exec(condition.trim()) ?? [];
  const limit = end === undefined ? around.limit : insideOf(end);
  if (start !== undefined) return { outer: unweighted(parseSelectors(start, around.outer)), limit };
  // Without a selector it holds for what stands beside its style element.
  if (owner === null) return { outer: around.outer, limit };
  const beside: Selector = {
    compounds: [{ simples: [{ kind: 'just', element: owner }], combinator: '' }],
    specificity: 0,
  };
  return { outer: [beside], limit };
}

/** What one of the selectors means, and all that stands in it. */
function insideOf(list: string): Selector[] {
  return parseSelectors(
    splitList(list)
      .flatMap((one) => [one, `${one} *`])
      .join(','),
    null,
  );
}

/** A scope adds nothing to the weight of what is stated in it (CSS Cascade 6, 2.5.1), as a rule around another does. */
function unweighted(selectors: readonly Selector[]): Selector[] {
  return selectors.map(({ compounds }) => ({ compounds, specificity: 0 }));
}

const CONTAINS = /\bcontainer(?:-type)?\s*:/i;

function holds(kind: string, condition: string, { held, isSupported, hasContainers }: Sheets): boolean {
  if (!/^(?:supports|media|container)$/.test(kind)) return true;
  if (kind === 'container' && !hasContainers) return false;
  const asked = kind === 'container' ? condition.replace(/^(?!not\b)[-\w]+\s*(?=\()/, '') : condition;
  const known = held.get(asked) ?? (kind === 'supports' ? isSupported(asked) : holdsOnScreen(asked));
  held.set(asked, known);
  return known;
}

function nameLayers(statement: string, { layer }: Place): void {
  const names = /^@layer\s+([\s\S]*)$/i.exec(statement)?.[1];
  for (const name of names?.split(',') ?? []) layerNamed(name.trim(), layer);
}

function registerProperty(prelude: string, body: string, initials: Map<string, string>): void {
  const name = /^@property\s+(--\S+)$/i.exec(prelude)?.[1];
  if (name === undefined) return;
  const initial = readStyle(body, (property) => property === 'initial-value')[0];
  if (initial !== undefined) initials.set(name, initial.value);
}

/** The declarations of a rule's body or of a `style` attribute whose property `matters`. */
export function readStyle(style: string, matters: (property: string) => boolean): Declaration[] {
  const declarations: Declaration[] = [];
  let depth = 0;
  scanCss(style, {
    open: () => depth++,
    block: () => undefined,
    statement: (text) => {
      const declaration = depth === 0 ? toDeclaration(text) : null;
      if (declaration !== null && matters(declaration.property)) declarations.push(declaration);
    },
    close: () => depth--,
  });
  return declarations;
}

function toDeclaration(text: string): Declaration | null {
  const colon = text.indexOf(':');
  if (colon < 1) return null;
  const written = unescapeCss(text.slice(0, colon).trim());
  const property = written.startsWith('--') ? written : written.toLowerCase();
  const whole = unescapeCss(text.slice(colon + 1).trim());
  const bang = whole.lastIndexOf('!');
  const important = bang >= 0 && /^!\s*important$/i.test(whole.slice(bang));
  return { property, value: important ? whole.slice(0, bang).trim() : whole, important };
}
