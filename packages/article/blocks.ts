import type { Element, ParentNode } from 'domhandler';
import type { Block, Place } from './article.ts';
import { endsSentence, type Line, MAX_GROUP_CHARS, MAX_SHORT_CHARS, withLabel } from './line.ts';
import { markMain } from './main-view.ts';
import { createSight } from './sight.ts';
import { textOf } from './tree.ts';
import { walkPage } from './walk.ts';

/** The blocks of a page in reading order, without menus of links and what is repeated. */
export function readBlocks(root: ParentNode): Block[] {
  const lines = linesOf(root);
  return packed(lines, markMain(lines));
}

export function linesOf(root: ParentNode): Line[] {
  return withoutRepeats(visibleLines(root).filter((line) => !isMenuLine(line)));
}

/** A page of which at most this share is seen waits for a script. */
const MAX_SEEN_SHARE = 0.25;
/** What a script shows at once has at least this share of what is hidden. */
const MIN_HIDDEN_SHARE = 0.3;
/** Less text than this is not what a page was made for. */
const MIN_HIDDEN_CHARS = 80;
const MAX_ROUNDS = 3;
/** Characters beyond this are not counted. */
const MAX_COUNTED = 200_000;

/** What a visitor sees; on a page that shows almost nothing until a script runs, what the script will show. */
function visibleLines(root: ParentNode): Line[] {
  const lookWith = createSight(root);
  const shown = new Set<Element>();
  let walk = walkPage(root, lookWith(shown));
  for (let round = 0; round < MAX_ROUNDS && walk.closed.length > 0; round++) {
    const seen = walk.lines.reduce((sum, { text }) => sum + text.length, 0);
    const hidden = walk.closed.map((element) => ({ element, chars: charsOf(element) }));
    const all = hidden.reduce((sum, { chars }) => sum + chars, 0);
    if (seen > MAX_SEEN_SHARE * (seen + all)) break;
    const large = hidden.filter(({ chars }) => chars >= Math.max(MIN_HIDDEN_SHARE * all, MIN_HIDDEN_CHARS));
    if (large.length === 0) break;
    for (const { element } of large) shown.add(element);
    walk = walkPage(root, lookWith(shown));
  }
  return walk.lines;
}

function charsOf(element: Element): number {
  return textOf(element, MAX_COUNTED).replace(/\s+/g, ' ').length;
}

const MENU_PLACES: ReadonlySet<Place> = new Set(['nav', 'header', 'footer', 'aside']);

/** Whether a line is part of a menu: links in a frame of the page, and no number or address among them. */
function isMenuLine({ text, place, linkChars, element }: Line): boolean {
  if (!MENU_PLACES.has(place) || linkChars < text.length * 0.8) return false;
  if (place === 'nav' && !isNamedMenu(element)) return false;
  return !/[\p{N}\p{Sc}@]/u.test(text);
}

function isNamedMenu(element: Element): boolean {
  for (let at: ParentNode | null = element; at !== null; at = at.parent)
    if ('name' in at && (at.name === 'nav' || /^(?:navigation|menu|menubar)$/.test(at.attribs.role ?? '')))
      return true;
  return false;
}

/** A shorter text may stand at several places and mean something at each. */
const MIN_REPEATED_CHARS = 40;

/** Without lines that say again what an earlier one says. */
function withoutRepeats(lines: readonly Line[]): Line[] {
  const known = new Set<string>();
  return lines.filter(({ text, level }) => {
    if (text.length < MIN_REPEATED_CHARS || level > 0) return true;
    const key = text.toLowerCase();
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
}

/** Short lines become blocks of at most about this length. */
const MAX_PACK_CHARS = 300;
const MAX_HEADING_CHARS = 80;

type Heading = { readonly text: string; readonly level: number; readonly scope: ParentNode };

/** Puts short lines that follow one another into one block, behind the heading that they are under. */
function packed(lines: readonly Line[], isMain: readonly boolean[]): Block[] {
  const blocks: Block[] = [];
  let headings: Heading[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] as Line;
    const main = isMain[at] ?? false;
    headings = headings.filter(({ scope }) => isWithin(line.element, scope));
    if (line.level > 0) headings = headings.filter(({ level }) => level < line.level);
    const above = headings.map(({ text }) => text);
    const { kind, place } = line;
    if (line.level > 0)
      headings = [...headings, { text: line.text, level: line.level, scope: scopeOf(line.element) }];
    const isFollowed = line.level > 0 && line.text.length <= MAX_HEADING_CHARS;
    let to = at + 1;
    const belongs = (next: Line | undefined) =>
      next !== undefined && isShort(next) && next.place === place && (isMain[to] ?? false) === main;
    const isPack = isFollowed || isShort(line);
    let chars = line.text.length;
    while (isPack && belongs(lines[to]) && chars + (lines[to]?.text.length ?? 0) <= MAX_PACK_CHARS) {
      if (isFollowed && !isWithin((lines[to] as Line).element, scopeOf(line.element))) break;
      chars += lines[to]?.text.length ?? 0;
      to++;
    }
    const first = isFollowed && to > at + 1 ? at + 1 : at;
    const label = first > at ? line.text : isShort(line) && kind !== 'table row' ? (above.at(-1) ?? '') : '';
    const body = lines
      .slice(first, to)
      .map(({ text }) => text)
      .join('; ');
    const text = label.length <= MAX_HEADING_CHARS ? withLabel(label, body) : body;
    const labels = [
      ...new Set([
        ...(label === '' ? [] : [label]),
        ...lines.slice(first, to).flatMap((each) => each.labels),
      ]),
    ];
    blocks.push({ kind: lines[first]?.kind ?? kind, text, headings: above, labels, place, isMain: main });
    at = to;
  }
  return blocks;
}

const NAMES_ITSELF = /^[^:]{1,60}:\s\S/;

/** Whether a line is a value or a label, and no text of its own. */
function isShort({ kind, level, text, isGroup }: Line): boolean {
  if (level > 0 || kind === 'code' || kind === 'table row') return false;
  if (isGroup) return text.length <= MAX_GROUP_CHARS;
  // "Location: Eastern Africa" names itself.
  if (kind === 'paragraph' && NAMES_ITSELF.test(text)) return false;
  return text.length <= MAX_SHORT_CHARS && (kind === 'list item' || !endsSentence(text));
}

/** The element in which a heading counts: the first one around it that holds something else. */
function scopeOf(element: Element): ParentNode {
  let at: ParentNode = element.parent ?? element;
  while (at.parent !== null && at.children.filter(({ type }) => type === 'tag').length < 2) at = at.parent;
  return at;
}

function isWithin(element: ParentNode, other: ParentNode): boolean {
  for (let at: ParentNode | null = element; at !== null; at = at.parent) if (at === other) return true;
  return false;
}
