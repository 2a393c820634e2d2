import type { Element, ParentNode } from 'domhandler';
import type { Block, Place } from './article.ts';
import type { Line } from './line.ts';
import { markMain } from './main-text.ts';
import { packed } from './packs.ts';
import { createSight } from './sight.ts';
import { textOf } from './tree.ts';
import { walkPage } from './walk.ts';

/** The blocks of a page in reading order, without menus of links and what is repeated. */
export function readBlocks(root: ParentNode): Block[] {
  const lines = linesOf(root);
  return packed(lines, markMain(lines));
}

export function linesOf(root: ParentNode): Line[] {
  const lines = visibleLines(root);
  const texts = lines.filter((line) => !isMenuLine(line));
  // Of a teaser that is one link, everything stays if its number does.
  const links = new Set(texts.map(({ element }) => linkAround(element)));
  links.delete(null);
  const isKept = (line: Line) => links.has(linkAround(line.element)) || !isMenuLine(line);
  return withoutRepeats(texts.length === lines.length ? texts : lines.filter(isKept));
}

/** The link that an element is in, if there is one. */
function linkAround(element: Element): ParentNode | null {
  let at: ParentNode | null = element;
  while (at !== null && !('name' in at && at.name === 'a')) at = at.parent;
  return at;
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
