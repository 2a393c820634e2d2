import { isStopWord, toWords } from '@sayso/text/words.ts';

const CAPITAL = "\\p{Lu}[\\p{L}\\p{M}\\p{N}'’.-]*[\\p{L}\\p{N}]|\\p{Lu}\\.(?=\\s+\\p{Lu})|\\p{Lu}";
/** Small words inside a name: `Lake of the Woods`, `Rio de Janeiro`, `Otto von Bismarck`. */
const PARTICLES =
  'of|of the|de|de la|del|dei|degli|delle|della|dello|da|do|dos|das|du|des|di|von|van|van der|' +
  'the|and the|al|el|le|la';
const RUN = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?:${CAPITAL})(?!-\\p{Ll})(?:\\s+(?:(?:${PARTICLES})\\s+)?(?:${CAPITAL}` +
    `|\\p{N}+(?![\\p{L}])))*`,
  'gu',
);
/** A question with more names than this is not about one of them in particular. */
const MAX_NAMES = 8;

/**
 * The names in a sentence, each once, at most 8: runs of capitalised words. A first word alone is a name only
 * if it is the whole sentence.
 */
export function namesIn(sentence: string): readonly string[] {
  const names: string[] = [];
  for (const { 0: run, index } of sentence.matchAll(RUN)) {
    const isFirst = !/[\p{L}\p{N}]/u.test(sentence.slice(0, index));
    const name = isFirst ? withoutFirstWords(run) : run;
    if (name === '' || isStopWord(name.toLowerCase())) continue;
    if (isFirst && name === run && !name.includes(' ') && !isAlone(name, sentence)) continue;
    if (!names.includes(name)) names.push(name);
    if (names.length === MAX_NAMES) break;
  }
  return names;
}

/** `Who`, `Is` and `The` are capitalised as first words. */
function withoutFirstWords(run: string): string {
  const words = run.split(/\s+/u);
  while (words[0] !== undefined && isStopWord(words[0].toLowerCase())) words.shift();
  return words.join(' ');
}

function isAlone(name: string, sentence: string): boolean {
  return toWords(sentence).length <= toWords(name).length;
}
