import { detectLanguage, UNDETERMINED } from '../../lib/text/language.ts';
import references from './references.json' with { type: 'json' };

/** Lists of single words, separated by spaces; by `|` in languages without spaces. */
const WORD_LISTS = [
  /** Words that refer to a person; those that refer to anything, and may do so within the same sentence. */
  'person',
  'pronouns',
  /** Other words that have a meaning only after another sentence: "ones", "the other". */
  'pointing',
  /** Those that refer to a place, to a time, and nouns that do so behind "that". */
  'places',
  'then',
  'times',
  /** Words before a place: "in". */
  'locatives',
  /** Words that refer only behind an article or a question word: "the second", "which is cheaper". */
  'relative',
  /** The noun behind such a word, and what stands between an article and it: "one", "more". */
  'choosing',
  /** Words that refer to several things: "they", "these". */
  'plural',
  /** Those that refer to two things. */
  'two',
  /** Articles and possessives. A follow-up with one asks for another property: "and the height?". */
  'articles',
  'definite',
  /** Words that ask for the reason of the previous answer, and for more of the same. */
  'reasons',
  'more',
  /** Question words whose answer is a name: the next question is about that name. */
  'asks',
  /** Those that ask for a person. */
  'who',
  /** Words that a question has, those that ask for a property of its subject, and those for yes or no. */
  'questions',
  'measures',
  'yes',
  /** Words between two things: "and", "or". */
  'joins',
  /** The words between them in a choice: "or". */
  'choices',
] as const;
/** Lists of phrases, separated by `|`. */
const PHRASE_LISTS = [
  /** The start of a question that changes a part of the previous one: "what about". */
  'openers',
  /** The start of a message that corrects the previous question: "I meant". */
  'corrections',
  /** The start of a message that narrows it: "only". */
  'limits',
  /** Words of politeness before a message: "please only". */
  'polite',
  /** The start of a message that is about something new: "different subject". */
  'topics',
  /** The end of a question that changes a part, in languages without spaces. */
  'ends',
] as const;
type References = {
  readonly [List in (typeof WORD_LISTS)[number] | (typeof PHRASE_LISTS)[number]]?: string;
} & {
  /** "First", "second" to "fifth" and "last", in this order, with `/` between forms. */
  readonly ordinals?: string;
  /** True if a verb may have no subject: `cuándo nació?` */
  readonly dropsSubject?: boolean;
  /** True if all nouns are capitalised, so that a capital does not mark a name. */
  readonly capitalNouns?: boolean;
};

/** The lists of one language, prepared for lookups. */
export type Lexicon = {
  readonly words: Readonly<Record<(typeof WORD_LISTS)[number], ReadonlySet<string>>>;
  readonly phrases: Readonly<Record<(typeof PHRASE_LISTS)[number], readonly string[]>>;
  /** The forms of "first", "second" and so on; the last entry has those of "last". */
  readonly ordinals: readonly (readonly string[])[];
  /** True if it is written without spaces between words. */
  readonly isSpaceless: boolean;
  /** True if its script has no capitals. */
  readonly isCaseless: boolean;
  /** True if sentences may lack a subject. */
  readonly dropsSubject: boolean;
  /** True if all nouns are capitalized. */
  readonly capitalNouns: boolean;
  /** True if the rules were measured to be right when they are sure. */
  readonly isMeasured: boolean;
};

/** The part of an answer whose language is detected; and a shorter one says nothing of its language. */
const DETECTED_CHARS = 500;
const TELLING_CHARS = 40;
const SPACELESS: ReadonlySet<string> = new Set(['ja', 'zh']);
const MEASURED: ReadonlySet<string> = new Set(['en', 'de', 'es', 'fr', 'it', 'pt']);
const english = toLexicon('en', references.en);
/** For a language without lists. */
const unknown: Lexicon = { ...english, isMeasured: false };
const lexicons: ReadonlyMap<string, Lexicon> = new Map(
  Object.entries(references).map(([code, lists]) => [code, toLexicon(code, lists)]),
);

/**
 * The lexicon for the language of a message. If it is too short to tell, the language of the previous
 * question is used, and otherwise that of its answer; if none of them tells, English. A language without
 * lists gets the English ones, not measured; so does an unclear one if the answer is long enough to tell.
 */
export function lexiconFor(
  text: string,
  { question, answer }: { readonly question: string; readonly answer: string },
): Lexicon {
  const [own, asked] = [detectLanguage(text), detectLanguage(question)];
  const isClear = own === asked || own === UNDETERMINED || asked === UNDETERMINED;
  // Few words of one language may also be words of another.
  const texts = [isClear ? text : `${text} ${question}`, question, answer.slice(0, DETECTED_CHARS)];
  for (const language of texts.map(detectLanguage)) {
    const found = lexicons.get(language);
    if (found !== undefined) return found;
    if (language !== UNDETERMINED) return unknown;
  }
  return answer.length < TELLING_CHARS ? english : unknown;
}

function toLexicon(code: string, lists: References): Lexicon {
  const isSpaceless = SPACELESS.has(code);
  const split = (list: string | undefined, by: string) =>
    (list ?? '').split(by).filter((each) => each !== '');
  return {
    words: recordOf(
      WORD_LISTS,
      (name) => new Set(split(lists[name], isSpaceless ? '|' : ' ').flatMap(withPlain)),
    ),
    ordinals: split(lists.ordinals, ' ').map((forms) => forms.split('/').flatMap(withPlain)),
    phrases: recordOf(PHRASE_LISTS, (name) => split(lists[name], '|')),
    isSpaceless,
    isCaseless: isSpaceless || code === 'ar',
    dropsSubject: lists.dropsSubject ?? false,
    capitalNouns: lists.capitalNouns ?? false,
    isMeasured: MEASURED.has(code),
  };
}

/** A word, and as it is typed without accents; a short one would be a different word ("è", "là"). */
function withPlain(word: string): readonly string[] {
  const plain = /^[\p{Script=Latin}]+$/u.test(word) ? word.normalize('NFD').replace(/\p{M}/gu, '') : word;
  return plain === word || plain.length <= 2 ? [word] : [word, plain];
}

function recordOf<Name extends string, Value>(names: readonly Name[], make: (name: Name) => Value) {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;
}
