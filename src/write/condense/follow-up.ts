import { isStopWord, stem, toWords } from '../../lib/text/words.ts';
import { type DividedMessage, divideMessage } from './divide-message.ts';
import { type Lexicon, lexiconFor } from './lexicon.ts';
import { namesIn } from './names.ts';

/** What a word of a message refers to in the conversation before it. */
export type Referent = 'person' | 'thing' | 'several' | 'two' | 'place' | 'time';

/** A message, and what shows how it depends on the conversation before it. */
export type FollowUp = DividedMessage & {
  readonly lexicon: Lexicon;
  /** All words of `own`, as `toWords` gives them. */
  readonly words: readonly string[];
  /** The names in `own`, as they are written. */
  readonly names: readonly string[];
  /** The content words of `own` (`contentOf`). */
  readonly content: readonly string[];
  /** Whether the last question or its answer has a content word of the message. */
  readonly isRelated: boolean;
  /** The first pronoun, as it is written, if it refers to nothing in the same sentence. */
  readonly pronoun: string | null;
  /** Whether it refers to one of several things by what that is like: "the cheaper one". */
  readonly isChoice: boolean;
  /** What its words refer to. */
  readonly refers: ReadonlySet<Referent>;
  /** The place in a list that it names, as for `at` of lists: 1 for "the second one", -1 for "the last". */
  readonly position: number | null;
  /** Set if the message asks only for a reason, or only for more. */
  readonly asks: 'reason' | 'more' | 'something';
  /** True if it begins like a question. */
  readonly isQuestion: boolean;
  /** True if the message is short and has no verb or question word: `Berlin?`. */
  readonly isFragment: boolean;
};

const END = /[\s?？؟!！.。…]+$/u;
/** The maximum number of words of a fragment, or of a question for a reason. */
const SHORT_WORDS = 4;
/** The same without spaces between words, in characters. */
const SHORT_CHARS = 7;
/** A pronoun behind this many content words refers to one of them: "why do cats purr when they sleep?". */
const BINDING_WORDS = 2;
/** The same for words such as "that". */
const POINTING_WORDS = 4;
/** An Arabic word with a pronoun at its end. */
const ATTACHED = /^\p{L}{3,}(?:ها|هما|هم|هن|ه)$/u;
/** A Spanish ordinal that stands alone: "del tercero"; before a noun it is "tercer". */
const NOUN_FORM = /^(?:primero|tercero)$/u;
/** Shorter words are in any conversation: "long". */
const MIN_SHARED_CHARS = 4;
/** An article stands at most this many words before its noun. */
const ARTICLE_REACH = 2;
/** The part of a conversation whose words are compared with those of a message, in characters. */
const COMPARED_CHARS = 1_000;

/** Analyses a message. `before` is the previous question with its answer. */
export function toFollowUp(
  text: string,
  before: { readonly question: string; readonly answer: string },
): FollowUp {
  const lexicon = lexiconFor(text, before);
  const parts = divideMessage(text.trim(), lexicon);
  const { own, background } = parts;
  const words = toWords(own);
  const content = contentOf(own, lexicon);
  const whole = `${own}. ${background}`;
  const isRelated = sharesWord(whole, before, lexicon);
  // Behind "and", the first capital is that of a name.
  const isCut = !text.trim().startsWith(own) && /^\p{Lu}/u.test(own) && background === '';
  const names = namesIn(isCut ? `a ${own}` : own).filter((name) => !isDefiniteNoun(name, own, lexicon));
  const found = { lexicon, own, words, names, isRelated };
  const pronoun = pronounIn(found);
  const { questions } = lexicon.words;
  return {
    ...parts,
    ...found,
    content,
    pronoun,
    refers: referencesOf(found, pronoun),
    isChoice: isChoice(toWords(whole), lexicon),
    position: positionIn(whole, lexicon),
    asks: whatItAsks(text, words, lexicon),
    isQuestion: words.slice(0, 2).some((word) => questions.has(word)),
    isFragment: lexicon.isSpaceless
      ? own.length <= SHORT_CHARS
      : words.length <= SHORT_WORDS && !words.some((word) => questions.has(word)),
  };
}

/** The content words of a text: no function words, and none that refer to the conversation. */
export function contentOf(text: string, { words, isSpaceless }: Lexicon): readonly string[] {
  const { person, pronouns, pointing, questions, articles, places, then } = words;
  const others = isSpaceless ? [pronouns] : [person, pronouns, pointing, questions, articles, places, then];
  return toWords(text).filter((word) => !isStopWord(word) && !others.some((list) => list.has(word)));
}

/** In German, "der Aufstieg" is no name although it has a capital. */
export function isDefiniteNoun(name: string, own: string, { words, capitalNouns }: Lexicon): boolean {
  const [before = ''] = own.slice(0, own.indexOf(name)).trim().split(/\s+/u).slice(-1);
  return capitalNouns && words.definite.has(before.toLowerCase());
}

/** Whether a message has a word of the conversation; "a python" is a new one, "the python" is not. */
function sharesWord(
  own: string,
  { question, answer }: { readonly question: string; readonly answer: string },
  lexicon: Lexicon,
): boolean {
  const { articles, definite, pronouns, person } = lexicon.words;
  const said = new Set(toWords(`${question} ${answer}`.slice(0, COMPARED_CHARS)).map(stem));
  const minChars = lexicon.isSpaceless ? 2 : MIN_SHARED_CHARS;
  const content = new Set(contentOf(own, lexicon));
  const isIndefinite = (word = '') =>
    articles.has(word) && !definite.has(word) && !pronouns.has(word) && !person.has(word);
  const words = toWords(own);
  return words.some(
    (word, at) =>
      word.length >= minChars &&
      content.has(word) &&
      said.has(stem(word)) &&
      !words.slice(Math.max(0, at - ARTICLE_REACH), at).some(isIndefinite),
  );
}

type Found = Pick<FollowUp, 'lexicon' | 'own' | 'words' | 'names' | 'isRelated'>;

/** The first pronoun without an antecedent in its own sentence. */
function pronounIn({ lexicon, own, words, names, isRelated }: Found): string | null {
  const { pronouns, person, questions } = lexicon.words;
  if (lexicon.isSpaceless) return firstIn(own, pronouns);
  const attached = lexicon.isCaseless ? words.find((word) => ATTACHED.test(word)) : undefined;
  if (attached !== undefined) return attached;
  let binding = 0;
  for (const word of words) {
    if (pronouns.has(word) || person.has(word)) {
      const written = new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'iu').exec(own);
      // Inside a sentence, a capital marks the polite `Sie` and a title such as `It`.
      if (written === null || (written.index > 0 && /^\p{Lu}/u.test(written[0]))) continue;
      const isBehindName = names.some((name) => own.indexOf(name) < written.index);
      return isBehindName || (binding >= BINDING_WORDS && !isRelated) ? null : written[0];
    }
    if (!isStopWord(word) && !questions.has(word)) binding++;
  }
  return null;
}

function referencesOf(found: Found, pronoun: string | null): ReadonlySet<Referent> {
  const { lexicon, own, words } = found;
  const { person, plural, two, then, times, places, pronouns } = lexicon.words;
  const has = (list: ReadonlySet<string>) =>
    lexicon.isSpaceless ? firstIn(own, list) !== null : words.some((word) => list.has(word));
  const refers = new Set<Referent>();
  const points = pointsBack(found);
  const small = pronoun?.toLowerCase() ?? '';
  if (pronoun !== null && person.has(small)) refers.add('person');
  if (pronoun !== null && plural.has(small)) refers.add('several');
  if (has(two) && (points || pronoun !== null)) refers.add('two');
  if (has(then) || (points && has(times))) refers.add('time');
  if (namesPlace(words, lexicon) || (lexicon.isSpaceless && firstIn(own, places) !== null))
    refers.add('place');
  if (refers.size === 0 && (pronoun !== null || points)) {
    const isSeveral = !lexicon.isSpaceless && words.some((word) => plural.has(word) && !pronouns.has(word));
    refers.add(isSeveral ? 'several' : 'thing');
  }
  return refers;
}

/** "Are there" and "il y a" only say that something exists, and "à ce moment-là" is a time. */
function namesPlace(words: readonly string[], { words: { places, yes, times } }: Lexicon): boolean {
  return words.some((word, at) => {
    const previous = words[at - 1] ?? '';
    const isTime = times.has(previous) && word.startsWith('l');
    return places.has(word) && !yes.has(previous) && !isTime && previous !== 'il';
  });
}

function isChoice(
  words: readonly string[],
  { words: { relative, definite, articles, choosing } }: Lexicon,
): boolean {
  return words.some((word, at) => {
    const [previous = '', earlier = ''] = [words[at - 1], words[at - 2]];
    const isDefinite =
      definite.has(previous) || definite.has(earlier) || (articles.has(earlier) && choosing.has(previous));
    return isDefinite && (relative.has(word) || choosing.has(words[at + 1] ?? ''));
  });
}

function pointsBack({ lexicon, own, words, isRelated }: Found): boolean {
  const { pointing, relative, articles, definite, two } = lexicon.words;
  if (lexicon.isSpaceless) return firstIn(own, pointing) !== null;
  const at = words.findIndex((word, index) => {
    const previous = words[index - 1] ?? '';
    if (!relative.has(word)) return pointing.has(word);
    const isChosen = definite.has(previous) || articles.has(previous);
    return isChosen || words.slice(0, index).some((each) => two.has(each));
  });
  if (at < 0) return false;
  return isRelated || contentOf(words.slice(0, at).join(' '), lexicon).length < POINTING_WORDS;
}

/** The position of "the second one", but not of "the second war"; null if there is none. */
function positionIn(own: string, { ordinals, isSpaceless, words }: Lexicon): number | null {
  const text = own.toLowerCase();
  for (const [index, forms] of ordinals.entries())
    for (const form of forms) {
      const position = index === ordinals.length - 1 ? -1 : index;
      if (isSpaceless && text.includes(form)) return position;
      const pattern = `(?<![\\p{L}\\p{N}])${form}(?:(?=\\s*(?:[^\\p{L}\\p{N}\\s]|$))|\\s+([\\p{L}\\p{N}]+))`;
      const found = isSpaceless ? null : new RegExp(pattern, 'u').exec(text);
      if (found === null) continue;
      const next = toWords(found[1] ?? '')[0];
      if (next === undefined || NOUN_FORM.test(form) || !isNoun(next, words)) return position;
    }
  return null;
}

function isNoun(word: string, { pointing, questions }: Lexicon['words']): boolean {
  return !isStopWord(word) && !pointing.has(word) && !questions.has(word);
}

/** The first phrase of the list that a text contains; null if it has none. */
function firstIn(text: string, list: ReadonlySet<string>): string | null {
  for (const phrase of list) if (text.includes(phrase)) return phrase;
  return null;
}

function whatItAsks(
  text: string,
  small: readonly string[],
  { words, isSpaceless }: Lexicon,
): FollowUp['asks'] {
  const { more, reasons } = words;
  if (isSpaceless) {
    const whole = text.replace(END, '');
    if (more.has(whole)) return 'more';
    return reasons.has(whole) ? 'reason' : 'something';
  }
  if (small.length === 0 || small.length > SHORT_WORDS) return 'something';
  if (small.every((word) => more.has(word)) && small.some((word) => !isStopWord(word))) return 'more';
  return small.every((word) => reasons.has(word)) ? 'reason' : 'something';
}
