import { kindOf } from '../../lib/passages/index.ts';
import { detectLanguage } from '../../lib/text/language.ts';
import { QUOTE_WORDS } from '../../lib/text/languages/quote-words.ts';
import { createRelevance, type Match } from '../../lib/text/relevance.ts';
import { isStopWord, stem, toWords } from '../../lib/text/words.ts';

/** Words with which a sentence introduces a reason, in all languages. */
export const reasonWords: ReadonlySet<string> = new Set(
  Object.values(QUOTE_WORDS).flatMap(({ reasons }) => reasons.split(' ')),
);

/** A question in the form in which sentences are compared with it. */
export type QuestionTraits = {
  /**
   * `Relevance.terms`: the distinct words of the question, stemmed; stop words only if there are no others.
   */
  readonly terms: readonly string[];
  /** How specific each term is, in the order of the terms: 1, but less for words like "many" and "called". */
  readonly substance: readonly number[];
  /** False for keywords without any function word. */
  readonly isSentence: boolean;
  /** Whether a word other than the first is capitalised like a name. */
  readonly hasName: boolean;
  /** Its acronyms, in lower case: some, such as "EU", are stop words of another language, and no terms. */
  readonly acronyms: readonly string[];
  /** Whether it asks for a reason. */
  readonly asksWhy: boolean;
  /** Whether it asks how something is done. */
  readonly asksHow: boolean;
  /**
   * Counts the terms in words from `toWords`; a word that answers a term ("length" for "long") counts as that
   * term.
   */
  match(words: readonly string[]): Match;
  /** The weight of each term by its rarity among these texts, in the order of the terms. */
  weights(matches: readonly Match[]): number[];
};

const NAME = /\S\s+\p{Lu}/u;
const SMALL = /\p{Ll}/u;
const ACRONYM = /(?<![\p{L}\p{N}])\p{Lu}{2,6}(?![\p{L}\p{N}])/gu;
/** "Name the capital of Nepal" does not ask for a name. */
const COMMAND = new RegExp(
  String.raw`^\W{0,3}(?:please )?(?:name|list|(?:tell|give|show) me(?: more(?: about)?)?` +
    `|more about|find|nenne|nenn mir` +
    String.raw`|nombra|dime|cite|nomme|dis-moi|cita|dimmi)\s`,
  'iu',
);
/** Question words for a reason at the beginning, in the languages of `reasonWords`. */
const WHY = new RegExp(
  String.raw`^\W{0,3}(?:(?:so|and|but) )?(?:why|how come|warum|wieso|weshalb|pourquoi` +
    String.raw`|por qu[eé]|porqu[eê]|perch[eé]|waarom|почему|зачем)(?![\p{L}])`,
  'iu',
);
/** Keywords with the same meaning as "how to". */
const SHOW = /(?<!\p{L})(?:examples?|usage|install|beispiele?|ejemplos?|exemples?|exemplos?)(?!\p{L})/iu;
/** The weight of a word that shapes a question but has little to do with its subject. */
const FAINT = 0.3;

const faintWords = new Map(
  Object.entries(QUOTE_WORDS).map(([code, { faint }]) => [code, new Set(faint.split(/\s+/u).map(stem))]),
);
const answeringWords = new Map(
  Object.entries(QUOTE_WORDS).map(([code, { answering }]) => [code, toAnswering(answering)]),
);

/** Analyses a question. */
export function toQuestionTraits(question: string): QuestionTraits {
  const { terms, weights, match } = createRelevance(question.replace(COMMAND, ''));
  const language = detectLanguage(question);
  const code = faintWords.has(language) ? language : 'en';
  const answers = terms.map((term) => answeringWords.get(code)?.get(term) ?? null);
  const substance = terms.map((term) => (faintWords.get(code)?.has(term) === true ? FAINT : 1));
  const isPlain = answers.every((each) => each === null);
  return {
    terms,
    substance,
    hasName: NAME.test(question),
    acronyms: SMALL.test(question) ? (question.match(ACRONYM) ?? []).map((name) => name.toLowerCase()) : [],
    isSentence: toWords(question).some(isStopWord),
    asksWhy: WHY.test(question),
    asksHow: kindOf(question, language) === 'manner' || SHOW.test(question),
    weights,
    match(words) {
      const matched = match(words);
      if (isPlain) return matched;
      const counts = matched.counts.map((count, at) => count + countIn(words, answers[at] ?? null));
      return { counts, wordCount: matched.wordCount };
    },
  };
}

function countIn(words: readonly string[], answering: ReadonlySet<string> | null): number {
  return answering === null ? 0 : words.filter((word) => answering.has(word)).length;
}

/** Maps the stem of each listed question word to the words that can answer it. */
function toAnswering(pairs: Readonly<Record<string, string>>): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    Object.entries(pairs).flatMap(([asked, list]) => {
      const found = new Set(toWords(list));
      return toWords(asked).map((word) => [stem(word), found] as const);
    }),
  );
}
