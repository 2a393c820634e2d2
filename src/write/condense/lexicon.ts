import { detectLanguage } from '../../lib/text/language.ts';
import references from './references.json' with { type: 'json' };

/** The words of one language that refer to the conversation before; separated by spaces, in lower case. */
type References = {
  /** Words that refer to a person. */
  readonly person: string;
  /** Words that refer to a thing or a person. */
  readonly any: string;
  /** The words in `any` that often refer to a person: German "er". Absent if there are none. */
  readonly either?: string;
  /**
   * Words that refer to a thing, but only at the end or before a verb: `is that true?`, not `the dog that
   * barks`.
   */
  readonly pointing?: string;
  /**
   * Articles. A follow-up with one asks for another property of the same subject: `and the height?`, but not
   * `and in winter?`.
   */
  readonly articles: string;
  /**
   * The start of a question that changes a part of the previous one: `and in winter?`; phrases separated by
   * commas.
   */
  readonly openers: string;
  /** Words that ask for the reason of the previous answer: `why?`. */
  readonly reasons: string;
  /** Words that ask for more of the same. */
  readonly more: string;
  /** Words in the previous question that show that its answer names a person. */
  readonly who: string;
  /** The words in `who` that ask only for a person. */
  readonly somebody: string;
  /** Forms of "to be" between such a word and a name: "Who was Ada Lovelace?" asks about the name itself. */
  readonly be: string;
  /** Forms of the most common verbs: a sentence with one of these is complete. */
  readonly verbs: string;
  /** True if a verb may have no subject: `cuándo nació?` */
  readonly dropsSubject?: true;
  /** True if all nouns are capitalised, so that a capital does not mark a name. */
  readonly capitalNouns?: true;
};

/** The words of each language, by its ISO 639-1 code. */
const REFERENCES = references as { readonly en: References } & Readonly<Record<string, References>>;

/** The lists of one language, prepared for lookups. */
export type Lexicon = Readonly<
  Record<
    | 'person'
    | 'any'
    | 'either'
    | 'somebody'
    | 'be'
    | 'pointing'
    | 'articles'
    | 'reasons'
    | 'more'
    | 'who'
    | 'verbs',
    ReadonlySet<string>
  >
> & {
  /** Phrases in the order in which they are matched. */
  readonly openers: readonly string[];
  readonly dropsSubject: boolean;
  readonly capitalNouns: boolean;
};

const english = toLexicon(REFERENCES.en);
const lexicons: ReadonlyMap<string, Lexicon> = new Map(
  Object.entries(REFERENCES).map(([code, references]) => [code, toLexicon(references)]),
);

/**
 * The lexicon for the language of a question. If the question is too short to tell, the language of the
 * previous question is used; if that is not known either, English.
 */
export function lexiconFor(text: string, before: string): Lexicon {
  for (const each of [text, before, `${before} ${text}`]) {
    const found = lexicons.get(detectLanguage(each));
    if (found !== undefined) return found;
  }
  return english;
}

function toLexicon(references: References): Lexicon {
  const setOf = (list: string) => new Set(list.split(' '));
  const { person, any, either = '', pointing = '', articles } = references;
  const { reasons, more, who, somebody, be, verbs, openers } = references;
  return {
    person: setOf(person),
    any: setOf(any),
    either: setOf(either),
    pointing: setOf(pointing),
    articles: setOf(articles),
    reasons: setOf(reasons),
    more: setOf(more),
    who: setOf(who),
    somebody: setOf(somebody),
    be: setOf(be),
    verbs: setOf(verbs),
    openers: openers.split(', '),
    dropsSubject: references.dropsSubject ?? false,
    capitalNouns: references.capitalNouns ?? false,
  };
}
