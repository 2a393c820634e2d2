import { toSentences } from '../../lib/text/sentences.ts';
import { toWords } from '../../lib/text/words.ts';
import { namesIn } from './names.ts';

/** An item on a line of its own: "- Oslo", "2. Oslo". */
const LINE_ITEM = /^[ \t]*(?:[-•–]|\d{1,2}[.)])[ \t]+(\S.*)$/gmu;
/** What divides the items of a list in a sentence. */
const AND = '(?:and|or|und|oder|et|ou|y|e|o|en|of|и|или)\\s{1,4}';
const DIVIDER = new RegExp(
  `\\s{0,4}[,;،、，；]\\s{0,4}(?:${AND})?|\\s{1,4}${AND}|\\s{1,4}و(?=\\p{L})|` +
    '\\s{0,4}(?:和|以及|及|と)\\s{0,4}',
  'u',
);
/** A title is one item, whatever is in it. */
const TITLE = /[«“„「『《][^»”“」』》]{1,80}[»”“」』》]/gu;
const IN_BRACKETS = /\s{0,4}[(（][^()（）]{0,100}[)）]/gu;
const START_WORDS = 2;
const MAX_ITEM_WORDS = 5;
/** A sentence with fewer items is no list. */
const MIN_ITEMS = 2;

/**
 * The item at a place of the first list in an answer: of its lines, or of a sentence. Empty if there is no
 * such list.
 * @param position 0 for the first item, -1 for the last
 */
export function itemAt(answer: string, position: number): string {
  const lines = [...answer.matchAll(LINE_ITEM)].map(([, item = '']) => item);
  if (lines.length >= MIN_ITEMS) return nameOf(lines.at(position) ?? '', false);
  const lists = toSentences(answer)
    .map(itemsOf)
    .filter((items) => items.length >= MIN_ITEMS);
  const items = lists.find(isList) ?? lists[0] ?? [];
  return nameOf(items.at(position) ?? '', position === 0);
}

/** Two items are a list if both are names or titles. */
function isList(items: readonly string[]): boolean {
  return (
    items.length > MIN_ITEMS || items.every((item) => item.search(TITLE) >= 0 || namesIn(item).length > 0)
  );
}

/** The parts of a sentence between dividers. Private characters stand for titles, which stay whole. */
function itemsOf(sentence: string): readonly string[] {
  const titles: string[] = [];
  const plain = sentence
    .replace(IN_BRACKETS, '')
    .replace(/[.。!！]\s*$/u, '')
    .replace(TITLE, (title) => `\u{E000}${titles.push(title) - 1}\u{E001}`);
  return plain
    .split(DIVIDER)
    .map((item) => item.replace(/\u{E000}(\d+)\u{E001}/gu, (_, at) => titles[Number(at)] ?? ''));
}

/** The name in an item; otherwise its words, of which the first item of a sentence has the last ones. */
function nameOf(item: string, isBehindVerb: boolean): string {
  const [title] = item.match(TITLE) ?? [];
  if (title !== undefined) return title.slice(1, -1);
  const names = namesIn(item);
  const name = isBehindVerb ? names.at(-1) : names[0];
  if (name !== undefined) return name;
  const words = item.trim().split(/\s+/u);
  if (toWords(item).length === 0) return '';
  return (isBehindVerb ? words.slice(-START_WORDS) : words.slice(0, MAX_ITEM_WORDS)).join(' ');
}
