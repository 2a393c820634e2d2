import { isStopWord, toWords } from '../../lib/text/words.ts';
import { type Lexicon, lexiconFor } from './lexicon.ts';
import { namesIn } from './names.ts';

/** How a message depends on the conversation before it. */
export type Leaning = {
  readonly lexicon: Lexicon;
  /** What it begins with: words that change, correct or narrow the previous question, or leave it. */
  readonly start: 'change' | 'correction' | 'limit' | 'topic' | 'none';
  /** The message without these words and without its last mark. */
  readonly own: string;
  /** All words of the message, as written. */
  readonly words: readonly string[];
  /** The names in the message. */
  readonly names: readonly string[];
  /** The content words. */
  readonly content: readonly string[];
  /** The first pronoun, as it is written, if it refers to nothing in the same sentence. */
  readonly pronoun: string | null;
  /** Whether it has other words that refer to the conversation: to one thing, or to some of several. */
  readonly points: 'one' | 'several' | null;
  /** Set if the message asks only for a reason, or only for more. */
  readonly asks: 'reason' | 'more' | 'something';
  /** True if the message is short and has no verb or question word: `Berlin?`. */
  readonly isFragment: boolean;
};

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu;
const QUESTION_MARK = /[?？؟]\s*$/u;
const END = /[\s?？؟!！.。…]+$/u;
/** The maximum number of words of a fragment, or of a question for a reason. */
const SHORT_WORDS = 4;
/** The same without spaces between words, in characters. */
const SHORT_CHARS = 7;
/** A pronoun behind this many content words refers to one of them: "why do cats purr when they sleep?". */
const BINDING_WORDS = 2;
/** The same for words such as "that". */
const POINTING_WORDS = 4;
const START_CHARS = 100;

/** Analyses a message. `before` is the previous question. */
export function leaningOf(text: string, before: string): Leaning {
  const lexicon = lexiconFor(text, before);
  const { start, own } = withoutStart(text.trim(), lexicon);
  const words = lexicon.isSpaceless ? toWords(own) : [...own.matchAll(WORD)].map(([word]) => word);
  const small = words.map((word) => word.toLowerCase());
  const content = contentOf(own, lexicon);
  const hasVerb = small.some((word) => lexicon.words.questions.has(word));
  return {
    lexicon,
    start,
    own,
    words,
    names: namesIn(own).filter((name) => !isDefiniteNoun(name, own, lexicon)),
    content,
    pronoun: lexicon.isSpaceless ? firstIn(own, lexicon.words.pronouns) : pronounIn(words, lexicon),
    points: pointsBack(own, small, lexicon),
    asks: whatItAsks(text, small, lexicon),
    isFragment: lexicon.isSpaceless ? own.length <= SHORT_CHARS : words.length <= SHORT_WORDS && !hasVerb,
  };
}

/** The content words of a text: no function words, and none that refer to the conversation. */
export function contentOf(text: string, { words, isSpaceless }: Lexicon): readonly string[] {
  const { person, pronouns, pointing, questions, articles } = words;
  const others = isSpaceless ? [pronouns] : [person, pronouns, pointing, questions, articles];
  return toWords(text).filter((word) => !isStopWord(word) && !others.some((list) => list.has(word)));
}

/** Whether a message refers to two things: "which of the two?". */
export function namesTwo({ own, words, lexicon }: Leaning): boolean {
  return mentions(own, words, lexicon.words.two, lexicon);
}

/** Whether a message refers to a time. */
export function namesTime({ own, words, lexicon }: Leaning): boolean {
  return mentions(own, words, lexicon.words.then, lexicon);
}

function mentions(
  text: string,
  words: readonly string[],
  list: ReadonlySet<string>,
  { isSpaceless }: Lexicon,
) {
  return isSpaceless ? firstIn(text, list) !== null : words.some((word) => list.has(word.toLowerCase()));
}

function firstIn(text: string, list: ReadonlySet<string>): string | null {
  for (const phrase of list) if (text.includes(phrase)) return phrase;
  return null;
}

/** In German, "der Aufstieg" is no name although it has a capital. */
export function isDefiniteNoun(name: string, own: string, { words, capitalNouns }: Lexicon): boolean {
  const [before = ''] = own.slice(0, own.indexOf(name)).trim().split(/\s+/u).slice(-1);
  return capitalNouns && words.definite.has(before.toLowerCase());
}

function pointsBack(own: string, small: readonly string[], lexicon: Lexicon): Leaning['points'] {
  const { pointing, relative, plural, yes, articles, definite, two } = lexicon.words;
  if (lexicon.isSpaceless) return firstIn(own, pointing) === null ? null : 'one';
  const at = small.findIndex((word, index) => {
    const previous = small[index - 1] ?? '';
    if (relative.has(word))
      return (
        definite.has(previous) ||
        articles.has(previous) ||
        small.slice(0, index).some((each) => two.has(each))
      );
    // "Are there" and "il y a" only say that something exists.
    return pointing.has(word) && !yes.has(previous) && previous !== 'il';
  });
  if (at < 0 || contentOf(small.slice(0, at).join(' '), lexicon).length >= POINTING_WORDS) return null;
  // "A shorter one" is another thing; "the shorter one" is one of several.
  const isChoice = (word: string, index: number) =>
    relative.has(word) && (definite.has(small[index - 1] ?? '') || !articles.has(small[index - 1] ?? ''));
  return small.some((word, index) => plural.has(word) || isChoice(word, index)) ? 'several' : 'one';
}

function pronounIn(words: readonly string[], { words: lists }: Lexicon): string | null {
  let binding = 0;
  for (const [at, word] of words.entries()) {
    // Inside a sentence, a capital marks the polite `Sie` and a title such as `It`.
    const small = at === 0 ? word.toLowerCase() : word;
    if (lists.pronouns.has(small) || lists.person.has(small)) return binding < BINDING_WORDS ? word : null;
    if (!isStopWord(small.toLowerCase()) && !lists.questions.has(small.toLowerCase())) binding++;
  }
  return null;
}

function whatItAsks(
  text: string,
  small: readonly string[],
  { words, isSpaceless }: Lexicon,
): Leaning['asks'] {
  const { more, reasons } = words;
  if (isSpaceless) {
    const rest = (list: ReadonlySet<string>) => [...list].some((phrase) => text.replace(END, '') === phrase);
    if (rest(more)) return 'more';
    return rest(reasons) ? 'reason' : 'something';
  }
  if (small.length === 0 || small.length > SHORT_WORDS) return 'something';
  if (small.every((word) => more.has(word)) && small.some((word) => !isStopWord(word))) return 'more';
  return small.every((word) => reasons.has(word)) ? 'reason' : 'something';
}

function withoutStart(text: string, lexicon: Lexicon): Pick<Leaning, 'start' | 'own'> {
  const asked = text.replace(END, '');
  const { phrases, isSpaceless } = lexicon;
  const kinds = [
    ['topic', phrases.topics],
    ['correction', phrases.corrections],
    ['change', phrases.openers],
    ['none', phrases.polite],
  ] as const;
  let own = asked.replace(/^[\s¿¡"'“«(]+/u, '');
  let start: Leaning['start'] = 'none';
  // "Sorry, I meant the other one": several phrases may follow each other.
  for (let count = 0; count < SHORT_WORDS; count++) {
    const [kind, phrase] = kinds
      .map(([name, list]) => [name, startOf(own, list, isSpaceless)] as const)
      .find(([, found]) => found !== null) ?? ['none', null];
    if (phrase === null || phrase.length >= own.length) break;
    if (start !== 'correction' && kind !== 'none') start = kind;
    own = own.slice(phrase.length).replace(/^[\s,:;!.…、，。–-]+/u, '');
  }
  const isQuestion =
    QUESTION_MARK.test(text) ||
    firstWords(own).some((word) => lexicon.words.questions.has(word.toLowerCase()));
  if (start === 'none' && !isQuestion && startOf(own, phrases.limits, isSpaceless) !== null) start = 'limit';
  const end = phrases.ends.find((each) => own.endsWith(each) && own.length > each.length);
  return end === undefined || start === 'correction'
    ? { start, own }
    : { start: own.length <= SHORT_CHARS + end.length ? 'change' : start, own: own.slice(0, -end.length) };
}

/** The words with which a question begins: "por qué", "à quel". */
export function firstWords(text: string): readonly string[] {
  return text.split(/\s+/u, 2);
}

function startOf(text: string, phrases: readonly string[], isSpaceless: boolean): string | null {
  const start = text.slice(0, START_CHARS).toLowerCase().replaceAll("'", '’');
  const isWhole = (phrase: string) =>
    isSpaceless || phrase === 'و' || !/^[\p{L}\p{N}]/u.test(start.slice(phrase.length));
  return phrases.find((phrase) => start.startsWith(phrase) && isWhole(phrase)) ?? null;
}
