import type { Element } from 'domhandler';
import { endsSentence, joinShort, type Line, MAX_GROUP_CHARS, MAX_SHORT_CHARS } from './line.ts';

/** What is in one of these is never a single line, however short. */
const PAGE_PARTS: ReadonlySet<string> = new Set(
  'html body main article nav aside header footer ul ol table tbody tr thead form'.split(' '),
);
const MAX_GROUP_LINES = 8;
/** A list with at least this many links, little else, and short lines is a menu. */
const MENU = { lines: 4, linkShare: 0.75, meanChars: 32 } as const;
/**
 * Joins the lines of an element that is one thing, such as a label and its value, into one, and marks those of a
 * menu. They are the last ones, from `start` on, with so many characters, of them so many in links.
 */
export function joinLines(
  lines: Line[],
  start: number,
  element: Element,
  chars: number,
  links: number,
): void {
  const count = lines.length - start;
  if (count < 2) return;
  if (chars <= MAX_GROUP_CHARS && count <= MAX_GROUP_LINES && !PAGE_PARTS.has(element.name)) {
    const group = lines.slice(start);
    if (isOneThing(group)) lines.splice(start, count, toGroup(group, element));
    return;
  }
  if (count < MENU.lines || links < chars * MENU.linkShare || chars / count > MENU.meanChars) return;
  for (const line of lines.slice(start)) if (line.place === 'main') line.place = 'nav';
}

function isOneThing(lines: readonly Line[]): boolean {
  if (
    lines.some(
      ({ level, kind, text }) => level === 1 || kind === 'code' || text.length > MAX_SHORT_CHARS * 1.2,
    )
  )
    return false;
  if (lines.slice(1).some(({ text }) => /[?？]$/.test(text))) return false;
  const links = lines.filter(({ linkChars, text }) => linkChars >= text.length * MENU.linkShare);
  return links.length < 3 && lines.filter(({ isGroup }) => isGroup).length <= 1;
}

function toGroup(lines: readonly Line[], element: Element): Line {
  const first = lines[0] as Line;
  const text = joinShort(lines.map((line) => line.text));
  const linkChars = lines.reduce((sum, line) => sum + line.linkChars, 0);
  const kind = first.kind === 'heading' ? (lines.at(-1)?.kind ?? 'paragraph') : first.kind;
  return {
    ...{ kind: kind === 'heading' ? 'paragraph' : kind, text, place: first.place, level: 0, element },
    ...{ linkChars, isGroup: true, headLevel: first.level, labels: [first.text] },
  };
}

/** Lines that the page breaks: short ones, such as those of an address, become one. */
export function joinBroken(texts: readonly string[]): string[] {
  if (texts.length < 2) return [...texts];
  const full = texts.filter((text) => text !== '');
  if (full.reduce((sum, { length }) => sum + length, 0) <= MAX_GROUP_CHARS && !full.some(endsSentence))
    return full.length === 0 ? [] : [full.join(', ').replace(/([:;,.–-]),/g, '$1')];
  // A line that was wrapped by an editor goes on; an empty one ends a paragraph.
  const joined: string[] = [];
  let isNew = true;
  for (const text of texts) {
    const last = joined.at(-1);
    if (text === '') isNew = true;
    else {
      if (!isNew && last !== undefined && last.length >= 60 && !endsSentence(last) && /^\p{Ll}/u.test(text))
        joined[joined.length - 1] = `${last} ${text}`;
      else joined.push(text);
      isNew = false;
    }
  }
  return joined;
}
