import type { Lexicon } from './lexicon.ts';

/** What a message begins with: words that change, correct or narrow the previous question, or leave it. */
export type Opening = 'change' | 'correction' | 'limit' | 'topic' | 'none';

/** The parts of a message. */
export type DividedMessage = {
  readonly start: Opening;
  /** What it asks, without these words, politeness and the last mark. */
  readonly own: string;
  /** What it tells before: sentences that are not only polite. */
  readonly background: string;
};

const SENTENCE = /[^.!?…。！？؟]+[.!?…。！？؟]*\s*/gu;
const QUESTION_MARK = /(?:[?？؟]|か[。．]?)\s*$/u;
const END = /[\s?？؟!！.。…]+$/u;
const BEFORE_WORDS = /^[\s¿¡"'“«(,:;!.…、，。–-]+/u;
const START_CHARS = 100;
/** The number of phrases that may follow each other: "Sorry, I meant". */
const MAX_PHRASES = 6;
/** A longer sentence is more than politeness, in characters. */
const MAX_POLITE_CHARS = 80;
/** A change with an ending is this short, in characters, in languages without spaces. */
const SHORT_CHARS = 7;

/** Divides a message into what it asks, how that follows the conversation, and what it tells besides. */
export function divideMessage(text: string, lexicon: Lexicon): DividedMessage {
  const sentences = (text.match(SENTENCE) ?? [text]).map((sentence) => withoutEnd(sentence, lexicon));
  const read = sentences.map((sentence) => ({ sentence, ...withoutStart(sentence, lexicon) }));
  const isPolite = ({ sentence, own, isPolite: isPoliteStart }: (typeof read)[number]) =>
    own === '' || (isPoliteStart && !QUESTION_MARK.test(sentence) && sentence.length <= MAX_POLITE_CHARS);
  const [only] = read;
  if (only !== undefined && read.length === 1) return { start: only.start, own: only.own, background: '' };
  const telling = read.filter((each) => !isPolite(each));
  const asking = telling.filter(({ sentence }) => QUESTION_MARK.test(sentence));
  const corrected = telling.findLastIndex((each) => each.start === 'correction');
  const correcting = corrected < 0 ? [] : telling.slice(corrected);
  // What it asks; otherwise what it corrects, what it tells, or its last sentence.
  const kept = [asking, correcting, telling, read.slice(-1)].find(({ length }) => length > 0) ?? [];
  const last = read.findLastIndex((each) => kept.includes(each));
  const before = telling.filter((each) => !kept.includes(each) && read.indexOf(each) < last);
  const start =
    [...kept, ...read.slice(0, Math.max(0, last))]
      .map((each) => each.start)
      .find((each) => each !== 'none') ?? 'none';
  const own = kept.map(({ sentence, own: rest }, at) => (at === 0 ? rest : sentence.trim())).join(' ');
  return { start, own: own.replace(END, ''), background: before.map(({ own: rest }) => rest).join('. ') };
}

/** Shorter words end sentences in other meanings: "well". */
const MIN_END_CHARS = 5;
/** The least that stays of a sentence, in words. */
const MIN_REST_WORDS = 2;

/** A sentence without "please" at its end. */
function withoutEnd(sentence: string, { phrases, isSpaceless }: Lexicon): string {
  if (isSpaceless) return sentence;
  const mark = END.exec(sentence)?.[0] ?? '';
  const small = sentence
    .slice(0, sentence.length - mark.length)
    .toLowerCase()
    .replaceAll("'", '’');
  const polite = phrases.polite.find(
    (phrase) => small.endsWith(`, ${phrase}`) || small.endsWith(` ${phrase}`),
  );
  if (polite === undefined || polite.length < MIN_END_CHARS) return sentence;
  const rest = sentence.slice(0, small.length - polite.length).replace(/[\s,]+$/u, '');
  return rest.split(' ').length < MIN_REST_WORDS ? sentence : `${rest}${mark}`;
}

type OpeningAndRest = Pick<DividedMessage, 'start' | 'own'> & { readonly isPolite: boolean };

/** A sentence without the phrases at its beginning; `isPolite` is set if one of them is. */
function withoutStart(text: string, lexicon: Lexicon): OpeningAndRest {
  const { phrases, isSpaceless, words } = lexicon;
  const kinds = [
    ['topic', phrases.topics],
    ['correction', phrases.corrections],
    ['change', phrases.openers],
    // Polite phrases, which change nothing.
    ['none', phrases.polite],
  ] as const;
  let own = text.replace(END, '').replace(BEFORE_WORDS, '');
  let start: Opening = 'none';
  let isPolite = false;
  for (let count = 0; count < MAX_PHRASES; count++) {
    const [kind, phrase] = kinds
      .map(([name, list]) => [name, startOf(own, list, isSpaceless)] as const)
      .find(([, found]) => found !== null) ?? ['none', null];
    if (phrase === null) break;
    // 那边 begins with 那.
    if (isSpaceless && startsLonger(own, phrase, lexicon)) break;
    isPolite ||= kind === 'none';
    if (start !== 'correction' && start !== 'topic' && kind !== 'none') start = kind;
    const rest = own.slice(phrase.length).replace(BEFORE_WORDS, '');
    if (rest === '' && kind !== 'none' && kind !== 'correction') break;
    own = rest;
  }
  const isQuestion =
    QUESTION_MARK.test(text) || firstWords(own).some((word) => words.questions.has(word.toLowerCase()));
  if (start === 'none' && !isQuestion && startOf(own, phrases.limits, isSpaceless) !== null) start = 'limit';
  const end = phrases.ends.find((each) => own.endsWith(each) && own.length > each.length);
  if (end === undefined || start === 'correction') return { start, own, isPolite };
  const isShort = own.length <= SHORT_CHARS + end.length;
  return { start: isShort ? 'change' : start, own: own.slice(0, -end.length), isPolite };
}

function startsLonger(own: string, phrase: string, { words }: Lexicon): boolean {
  const lists = [words.places, words.pronouns, words.then, words.pointing];
  return lists.some((list) => [...list].some((word) => word.length > phrase.length && own.startsWith(word)));
}

/** The words with which a question begins: "por qué", "à quel". */
function firstWords(text: string): readonly string[] {
  return text.split(/\s+/u, 2);
}

/** The longest of the phrases with which a text begins; null if there is none. */
function startOf(text: string, phrases: readonly string[], isSpaceless: boolean): string | null {
  const start = text.slice(0, START_CHARS).toLowerCase().replaceAll("'", '’');
  // The Arabic word for "and" is written together with the next word.
  const isWhole = (phrase: string) =>
    isSpaceless || phrase === 'و' || !/^[\p{L}\p{N}]/u.test(start.slice(phrase.length));
  const found = phrases.filter((phrase) => start.startsWith(phrase) && isWhole(phrase));
  return found.length === 0 ? null : found.reduce((a, b) => (b.length > a.length ? b : a));
}
