import { scanCss, unescapeCss } from './css-scan.ts';
import { holdsOnScreen } from './media.ts';
import { parseSelectors, type Selector } from './selector.ts';
import type { Sheet } from './sheet.ts';

/** A declaration; property in lower case, value as written. */
export type Declaration = { readonly property: string; readonly value: string; readonly important: boolean };

/** Declarations for what one selector means. A higher layer wins over a lower one, then specificity, then order. */
export type Rule = {
  readonly selector: Selector;
  readonly declarations: readonly Declaration[];
  readonly layer: number;
  readonly order: number;
};

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

/** A block that is open: its selectors if it is a rule, and whether what it says counts at all. */
type Block = {
  readonly counts: boolean;
  readonly selectors: readonly Selector[] | null;
  readonly layer: number;
  readonly declarations: Declaration[] | null;
};

/** The rules of the sheets that could matter to what is seen, in the order of the sheets. `matters` names the properties. */
export function readRules(sheets: readonly Sheet[], matters: (property: string) => boolean): Rule[] {
  const rules: Rule[] = [];
  const layers = new Map<string, number>();
  for (const sheet of sheets) {
    if (sheet.css !== null && holdsOnScreen(sheet.media)) readSheet(sheet.css, rules, layers, matters);
  }
  return rules;
}

function readSheet(
  css: string,
  rules: Rule[],
  layers: Map<string, number>,
  matters: (property: string) => boolean,
): void {
  const open: Block[] = [];
  const top: Block = { counts: true, selectors: null, layer: NO_LAYER, declarations: null };
  scanCss(css, {
    open: (prelude) => open.push(openBlock(prelude, open.at(-1) ?? top, layers)),
    statement(text) {
      const block = open.at(-1);
      if (text.startsWith('@')) nameLayers(text, layers);
      else if (block?.counts && block.declarations !== null)
        addDeclaration(text, block.declarations, matters);
    },
    close() {
      const block = open.pop();
      if (block?.declarations == null || block.declarations.length === 0) return;
      const { declarations, layer } = block;
      for (const selector of block.selectors ?? [])
        rules.push({ selector, declarations, layer, order: rules.length });
    },
  });
}

function openBlock(prelude: string, outer: Block, layers: Map<string, number>): Block {
  if (!outer.counts) return outer.declarations === null ? outer : { ...outer, declarations: null };
  if (!prelude.startsWith('@')) {
    return { ...outer, selectors: parseSelectors(prelude, outer.selectors), declarations: [] };
  }
  const [, name = '', condition = ''] = /^@([-\w]+)\s*([\s\S]*)$/.exec(prelude) ?? [];
  const counts = GROUPS.has(name.toLowerCase()) && holds(name.toLowerCase(), condition);
  const layer =
    name.toLowerCase() === 'layer' ? layerOf(condition || `#${layers.size}`, layers) : outer.layer;
  return { counts, layer, selectors: outer.selectors, declarations: outer.selectors === null ? null : [] };
}

function holds(name: string, condition: string): boolean {
  if (name === 'media') return holdsOnScreen(condition);
  if (name === 'container') return holdsOnScreen(condition.replace(/^[-\w]+\s*(?=\()/, ''));
  return name !== 'supports' || !/^\s*not\b/i.test(condition);
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

function addDeclaration(text: string, to: Declaration[], matters: (property: string) => boolean): void {
  const declaration = toDeclaration(text);
  if (declaration !== null && matters(declaration.property)) to.push(declaration);
}

/** The declarations of a `style` attribute. */
export function readStyle(style: string, matters: (property: string) => boolean): Declaration[] {
  const declarations: Declaration[] = [];
  let depth = 0;
  scanCss(style, {
    open: () => depth++,
    statement: (text) => {
      if (depth === 0) addDeclaration(text, declarations, matters);
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
  const whole = text.slice(colon + 1).trim();
  const bang = whole.lastIndexOf('!');
  const important = bang >= 0 && /^!\s*important$/i.test(whole.slice(bang));
  return { property, value: important ? whole.slice(0, bang).trim() : whole, important };
}
