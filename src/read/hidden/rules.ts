import { scanCss, unescapeCss } from './css-scan.ts';
import { holdsOnScreen } from './media.ts';
import { parseSelectors, type Selector } from './selector.ts';
import type { Sheet } from './sheet.ts';

/** A declaration; property in lower case, value as written. */
export type Declaration = { readonly property: string; readonly value: string; readonly important: boolean };

/**
 * A rule of a style sheet as it is written: most of a sheet is about nothing on the page, so it is understood when it is
 * asked for. `outer` are the selectors of the rule around it. A higher layer wins, then specificity, then order.
 */
export type WrittenRule = {
  readonly selectors: string;
  readonly outer: readonly Selector[] | null;
  readonly body: string;
  readonly layer: number;
  readonly order: number;
};

/** A frame of `@keyframes` as it is written: for which points of time (`from`, `50%, to`), and what is stated there. */
export type WrittenFrame = { readonly offsets: string; readonly body: string };

/** The frames of animations by their name in lower case. */
export type WrittenAnimations = ReadonlyMap<string, readonly WrittenFrame[]>;

/** Rules outside layers win over all that are in one (CSS Cascade 5). */
const NO_LAYER = Number.MAX_SAFE_INTEGER;
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
  readonly layer: number;
  /** What is stated in this block itself. */
  readonly stated: string[];
  /** In `@keyframes`, where its frames go. */
  readonly frames?: WrittenFrame[];
};

/** What holds for all sheets of a page: the layers named so far, and which conditions hold. */
type Sheets = {
  readonly layers: Map<string, number>;
  readonly held: Map<string, boolean>;
  readonly animations: Map<string, WrittenFrame[]>;
};

/** The rules of the sheets that hold on a screen and their animations, in the order of the sheets. */
export function readRules(sheets: readonly Sheet[]): {
  readonly rules: WrittenRule[];
  readonly animations: WrittenAnimations;
} {
  const rules: WrittenRule[] = [];
  const all: Sheets = { layers: new Map(), held: new Map(), animations: new Map() };
  for (const { css, media } of sheets) {
    if (css !== null && holdsOnScreen(media)) readSheet(css, rules, all);
  }
  return { rules, animations: all.animations };
}

function readSheet(css: string, rules: WrittenRule[], all: Sheets): void {
  const top: Place = { counts: true, outer: null, layer: NO_LAYER, stated: [] };
  const open: Place[] = [];
  const add = (selectors: string, { outer, layer }: Place, body: string) => {
    rules.push({ selectors, outer, body, layer, order: rules.length });
  };
  scanCss(css, {
    open: (prelude) => open.push(placeIn(prelude, open.at(-1) ?? top, all)),
    block(prelude, body) {
      const place = open.at(-1) ?? top;
      if (place.frames !== undefined) place.frames.push({ offsets: prelude, body });
      else if (prelude.startsWith('@')) {
        const inside = placeIn(prelude, place, all);
        if (inside.counts && inside.outer !== null) add('&', inside, body);
      } else if (place.counts) add(prelude, place, body);
    },
    statement(text) {
      if (text.startsWith('@')) nameLayers(text, all.layers);
      else open.at(-1)?.stated.push(text);
    },
    close() {
      const place = open.pop();
      if (place?.counts && place.outer !== null && place.stated.length > 0)
        add('&', place, place.stated.join(';'));
    },
  });
}

function placeIn(prelude: string, around: Place, all: Sheets): Place {
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
  const counts = GROUPS.has(kind) && holds(kind, condition, all.held);
  const layer = kind === 'layer' ? layerOf(condition || `#${all.layers.size}`, all.layers) : around.layer;
  const outer = kind === 'scope' ? scopeOf(condition, around.outer) : around.outer;
  return { counts, layer, outer, stated: [] };
}

/** The selectors of `@scope (.card)`, in which rules hold as if they stood in a rule for them. */
function scopeOf(condition: string, outer: Place['outer']): Place['outer'] {
  const start = /^\(([^()]*(?:\([^()]*\)[^()]*)*)\)/.exec(condition)?.[1];
  return start === undefined ? outer : parseSelectors(start, outer);
}

function holds(kind: string, condition: string, held: Map<string, boolean>): boolean {
  if (kind === 'supports') return !/^\s*not\b/i.test(condition);
  if (kind !== 'media' && kind !== 'container') return true;
  const asked = kind === 'media' ? condition : condition.replace(/^[-\w]+\s*(?=\()/, '');
  const known = held.get(asked) ?? holdsOnScreen(asked);
  held.set(asked, known);
  return known;
}

function nameLayers(statement: string, layers: Map<string, number>): void {
  const names = /^@layer\s+([\s\S]*)$/i.exec(statement)?.[1];
  for (const name of names?.split(',') ?? []) layerOf(name.trim(), layers);
}

function layerOf(name: string, layers: Map<string, number>): number {
  const known = layers.get(name);
  if (known !== undefined) return known;
  layers.set(name, layers.size);
  return layers.size - 1;
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
