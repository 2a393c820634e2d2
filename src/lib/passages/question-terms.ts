import { detectLanguage } from '../text/language.ts';
import { QUOTE_WORDS } from '../text/languages/quote-words.ts';
import { isStopWord, stem, toWords } from '../text/words.ts';
import { type ExpectedAnswerType, kindOf, lastSentence } from './kind.ts';
import { namesOf } from './names.ts';
import { createTerms, isDense, type Terms, toPlainWords } from './terms.ts';
import lists from './words.json' with { type: 'json' };

/** A question in the form in which sentences are compared with it. */
export type QuestionTerms = {
  readonly terms: Terms;
  readonly kind: ExpectedAnswerType;
  /** ISO 639-1 code, or `und`. */
  readonly language: string;
  /** All its words (`toPlainWords`), function words included. */
  readonly words: ReadonlySet<string>;
  /** How much each term says about the subject: 1, but less for words such as "many" and "called". */
  readonly substance: readonly number[];
  /** For each term, other words in which an answer says it ("length" for "long"). */
  readonly others: readonly (ReadonlySet<string> | undefined)[];
  /** The terms in their order in the question, repeats included. */
  readonly order: readonly number[];
  /** Terms in the last sentence, which is the one that asks. */
  readonly asking: ReadonlySet<number>;
  /** The numbers and the capitalised words of the question, in lower case. */
  readonly names: ReadonlySet<string>;
  /** Terms that are names: capitalised inside the question. */
  readonly nameTerms: ReadonlySet<number>;
  /** Its acronyms, in lower case: some, such as "EU", are stop words of another language, and no terms. */
  readonly acronyms: readonly string[];
  /** Terms that are numbers. */
  readonly numberTerms: ReadonlySet<number>;
};

/** The weight of a word that shapes a question but has little to do with its subject. */
const FAINT = 0.3;
/** "Name the capital of Nepal" does not ask for a name. */
const COMMAND = new RegExp(
  String.raw`^\W{0,3}(?:please )?(?:name|list|(?:tell|give|show) me(?: more(?: about)?)?` +
    `|more about|find|nenne|nenn mir` +
    String.raw`|nombra|dime|cite|nomme|dis-moi|cita|dimmi)\s`,
  'iu',
);
const SMALL = /\p{Ll}/u;
const ACRONYM = /(?<![\p{L}\p{N}])\p{Lu}{2,6}(?![\p{L}\p{N}])/gu;
const NUMBER = /\p{N}/u;

/** Analyses a question. */
export function toQuestionTerms(text: string): QuestionTerms {
  const question = text.replace(COMMAND, '');
  const terms = createTerms(question);
  const all = toPlainWords(question);
  const places = terms.places(all);
  const language = detectLanguage(question);
  const { faint, answering } = LISTS.get(language) ?? LISTS.get('en') ?? NO_LISTS;
  const substance: number[] = Array.from({ length: terms.count }, () => 1);
  const others: (ReadonlySet<string> | undefined)[] = substance.map(() => undefined);
  const isInWord = createIsInWord(question);
  const names = new Set(namesOf(question));
  const nameTerms = new Set<number>();
  const numberTerms = new Set<number>();
  for (const [at, term] of places.entries()) {
    if (term < 0) continue;
    const word = all[at] ?? '';
    if (faint.has(stem(word)) || functionWords.has(word) || !isInWord(word)) substance[term] = FAINT;
    others[term] ??= answering.get(stem(word));
    if (NUMBER.test(word)) numberTerms.add(term);
    else if (names.has(word)) nameTerms.add(term);
  }
  const order = places.filter((term) => term >= 0);
  const words = new Set(all);
  return {
    terms,
    kind: kindOf(question, language),
    language,
    words,
    substance,
    others,
    order,
    asking: new Set(terms.places(toPlainWords(lastSentence(question))).filter((term) => term >= 0)),
    names,
    nameTerms,
    numberTerms,
    acronyms: SMALL.test(text) ? (text.match(ACRONYM) ?? []).map((name) => name.toLowerCase()) : [],
  };
}

/** Function words of languages for which `isStopWord` knows none. */
const functionWords = new Set(lists.function.split(' '));

/**
 * Tells whether two characters of a script without spaces are part of a word of the question that is not a
 * function word. Pairs across two words are chance. True for words of other scripts.
 */
function createIsInWord(question: string): (word: string) => boolean {
  if (!isDense(question)) return () => true;
  const words = toWords(question).filter((word) => !isStopWord(word) && !functionWords.has(word));
  return (pair) => !isDense(pair) || words.some((word) => word.includes(pair) || pair.includes(word));
}

type Lists = {
  readonly faint: ReadonlySet<string>;
  readonly answering: ReadonlyMap<string, ReadonlySet<string>>;
};

const NO_LISTS: Lists = { faint: new Set(), answering: new Map() };
const LISTS: ReadonlyMap<string, Lists> = new Map(
  Object.entries(QUOTE_WORDS).map(([code, { faint, answering }]) => [
    code,
    { faint: new Set(faint.split(/\s+/u).map(stem)), answering: toAnswering(answering) },
  ]),
);

/** The stem of each listed question word, with the words that can answer it. */
function toAnswering(pairs: Readonly<Record<string, string>>): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    Object.entries(pairs).flatMap(([asked, list]) => {
      const found = new Set(toWords(list).filter((word) => !isStopWord(word)));
      return toWords(asked).map((word) => [stem(word), found] as const);
    }),
  );
}
