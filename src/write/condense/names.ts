import { toSentences } from '../../core/sentences.ts';
import { isStopWord, toWords } from '../../core/words.ts';

const CAPITAL = "\\p{Lu}[\\p{L}\\p{M}\\p{N}'’.-]*[\\p{L}\\p{N}]|\\p{Lu}";
/** Small words inside a name: `Lake of the Woods`, `Rio de Janeiro`, `Otto von Bismarck`. */
const PARTICLES = 'of|of the|de|de la|del|da|do|dos|du|des|di|von|van|van der|the|and the|al|el|le|la';
const RUN = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?:${CAPITAL})(?!-\\p{Ll})(?:\\s+(?:(?:${PARTICLES})\\s+)?(?:${CAPITAL}|\\p{N}+(?![\\p{L}])))*`,
  'gu',
);
/** Markup and citations of an answer. */
const MARKUP = /\[\d{1,3}\]|[*_`#>]+|\]\([^)]*\)|\[/g;
const LONGEST_STATEMENT = 160;

/**
 * The names in a sentence: runs of capitalised words, in their order. One word at the beginning counts only where nothing
 * else is said, for there every word has a capital.
 */
export function namesIn(sentence: string): readonly string[] {
  const names: string[] = [];
  for (const { 0: run, index } of sentence.matchAll(RUN)) {
    const isFirst = !/[\p{L}\p{N}]/u.test(sentence.slice(0, index));
    const name = isFirst ? withoutFirstWords(run) : run;
    if (name === '' || isStopWord(name.toLowerCase())) continue;
    const isAlone = toWords(sentence).length <= toWords(name).length;
    if (isFirst && name === run && !name.includes(' ') && !isAlone) continue;
    if (!names.includes(name)) names.push(name);
  }
  return names;
}

/** The first sentence of an answer without its markup; empty where it is too long to search for. */
export function firstStatement(answer: string): string {
  const plain = answer
    .slice(0, 2000)
    .replace(MARKUP, '')
    .replace(/\s+([.,;:!?])/g, '$1')
    .trim();
  const first = (toSentences(plain.split('\n', 1)[0] ?? '')[0] ?? '').trim();
  return first.length > LONGEST_STATEMENT ? '' : first;
}

/** `Who`, `Is` and `The` have their capital from the sentence. */
function withoutFirstWords(run: string): string {
  const words = run.split(/\s+/u);
  while (words[0] !== undefined && isStopWord(words[0].toLowerCase())) words.shift();
  return words.join(' ');
}
