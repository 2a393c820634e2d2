import { isStopWord } from '../text/words.ts';

/** Words between a name and its "is": other names, pronunciation, dates. */
const MAX_WORDS_BETWEEN = 30;
/** Forms of "to be" that introduce a definition if an article follows: "Fastify is a framework". */
const COPULAS = `is are was were ist sind war waren est sont était étaient fut es son era eran fue
  fueron é são foi foram è sono fu furono is zijn werd`;
/** The text after such a form in a definition. */
const ARTICLES = `a an the one any ein eine einer der die das un une le la les l des uno una el los
  las um uma o os as il lo i gli een de het`;
/** Words that introduce a definition in languages without articles. */
const BARE_COPULAS = `это является был была были 是 為 为 係 は とは هو هي`;

const copulas = toSet(COPULAS);
const articles = toSet(ARTICLES);
const bareCopulas = toSet(BARE_COPULAS);

/**
 * Whether a sentence begins with the subject of the question, has all its terms before a form of "to be", and
 * says what the subject is: "Fastify is a web framework".
 * @param words its words
 * @param terms the number of the question's term for each word, or -1
 * @param count the number of terms
 */
export function isDefinition(words: readonly string[], terms: readonly number[], count: number): boolean {
  const topic = words.findIndex((word) => !isStopWord(word));
  if (topic < 0 || (terms[topic] ?? -1) < 0) return false;
  const first = Array.from({ length: count }, (_, term) => terms.indexOf(term));
  if (first.includes(-1)) return false;
  const last = Math.max(...first);
  const rest = words.slice(last + 1, last + 2 + MAX_WORDS_BETWEEN);
  return rest.some(
    (word, at) =>
      bareCopulas.has(word) ||
      (copulas.has(word) && rest.slice(at + 1, at + 3).some((next) => articles.has(next))),
  );
}

function toSet(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/u));
}
