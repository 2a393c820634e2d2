import { detectLanguage } from '../text/language.ts';
import { QUOTE_WORDS } from '../text/languages/quote-words.ts';
import { isStopWord, stem, toWords } from '../text/words.ts';
import { kindOf, type WantedKind } from './kind.ts';
import { createTerms, type Terms, toPlainWords } from './terms.ts';
import { namesOf } from './worth.ts';

/** A question in the form in which sentences are compared with it. */
export type QuestionTerms = {
  readonly terms: Terms;
  readonly kind: WantedKind;
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
  /** The numbers and the capitalised words of the question, in lower case. */
  readonly names: ReadonlySet<string>;
  /** Terms that are names: capitalised inside the question. */
  readonly nameTerms: ReadonlySet<number>;
  /** Terms that are numbers. */
  readonly numberTerms: ReadonlySet<number>;
};

const FAINT = 0.3;
const NUMBER = /\p{N}/u;

/** Analyses a question. */
export function toQuestionTerms(question: string): QuestionTerms {
  const terms = createTerms(question);
  const all = toPlainWords(question);
  const places = terms.places(all);
  const language = detectLanguage(question);
  const { faint, answering } = LISTS.get(language) ?? LISTS.get('en') ?? NO_LISTS;
  const substance: number[] = Array.from({ length: terms.count }, () => 1);
  const others: (ReadonlySet<string> | undefined)[] = substance.map(() => undefined);
  const names = new Set(namesOf(question));
  const nameTerms = new Set<number>();
  const numberTerms = new Set<number>();
  for (const [at, term] of places.entries()) {
    if (term < 0) continue;
    const word = all[at] ?? '';
    if (faint.has(stem(word))) substance[term] = FAINT;
    others[term] ??= answering.get(stem(word));
    if (NUMBER.test(word)) numberTerms.add(term);
    else if (names.has(word)) nameTerms.add(term);
  }
  const order = places.filter((term) => term >= 0);
  const words = new Set(all);
  return {
    terms,
    kind: kindOf(question),
    language,
    words,
    substance,
    others,
    order,
    names,
    nameTerms,
    numberTerms,
  };
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
