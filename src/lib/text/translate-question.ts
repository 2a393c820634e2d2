import { detectLanguage, UNDETERMINED } from './language.ts';
import { TERMS } from './languages/terms.ts';
import { comparable, isUnspaced, type Phrase, type PhraseBook, phraseBook } from './phrase-book.ts';
import { isStopWord, stem, toWords } from './words.ts';

/** A question in another language: for each of its parts, the words for it, the most common one first. */
export type TranslatedQuestion = readonly (readonly string[])[];

/** A pasted text may have a thousand words. */
const MAX_WORDS = 60;
/** What two forms of a word must have in common at the start: a share of the longer one, and letters. */
const FORM_SHARE = 0.7;
const FORM_CHARS = 4;
/** If a question has too few function words, at least so many terms tell its language. */
const TELLING_WORDS = 2;
/** In a script without spaces: a word in another script, or a run of characters. */
const RUNS = /[\p{Script=Latin}\p{N}][\p{Script=Latin}\p{N}._/@-]*|[^\s\p{P}\p{Script=Latin}\p{N}]+/gu;
/** The grammar of Japanese is in this script. */
const HIRAGANA = /^[\p{Script=Hiragana}ー]+$/u;

/**
 * Translates a question word by word, as far as its words are question words, common nouns, or the names of
 * countries and languages; all other words except function words stay as they are. Enough to find and compare
 * texts, not to read. Null if the languages are the same, one of them has no words here, or no word is known.
 * @param to ISO 639-1 code of the language of the texts
 */
export function translateQuestion(question: string, to: string): TranslatedQuestion | null {
  const language = questionLanguage(question);
  // Most questions have the language of the texts; the phrases of a language take memory.
  if (language === to) return null;
  const target = phraseBook(to);
  const source = phraseBook(language);
  if (source === null || target === null) return null;
  const parts = split(question, source);
  if (!parts.some((part) => typeof part !== 'string')) return null;
  return parts.flatMap((part) => {
    if (typeof part !== 'string') return [target.byKey.get(part.key) ?? []];
    return isStopWord(part.toLowerCase()) ? [] : [[part]];
  });
}

/** The language of a question; if its function words do not tell, the one that has most of its words. */
function questionLanguage(question: string): string {
  const detected = detectLanguage(question);
  if (detected !== UNDETERMINED || isUnspaced(question)) return detected;
  const counts = new Map<string, number>();
  for (const word of toWords(question).slice(0, MAX_WORDS))
    for (const code of languagesOfTerm(comparable(word))) counts.set(code, (counts.get(code) ?? 0) + 1);
  const [best, second] = [...counts].sort(([, one], [, other]) => other - one);
  if (best === undefined || best[1] < TELLING_WORDS || best[1] === second?.[1]) return UNDETERMINED;
  return best[0];
}

/**
 * A translated question as one line with a question mark, with the words that occur in the texts where
 * several would do.
 * @param vocabulary the stems (`stem`) of the words of the texts
 */
export function asOneLine(translated: TranslatedQuestion, vocabulary: ReadonlySet<string>): string {
  const isUsed = (text: string) => {
    const content = toWords(text).filter((word) => !isStopWord(word));
    return content.length > 0 && content.every((word) => vocabulary.has(stem(word)));
  };
  const words = translated.map((choices) => choices.find(isUsed) ?? choices[0] ?? '');
  return `${words.filter((word) => word !== '').join(' ')}?`;
}

/** The phrases and the other words of a question in order. */
function split(question: string, { phrases }: PhraseBook): (Phrase | string)[] {
  const text = question.normalize('NFKC');
  return isUnspaced(text) ? splitRuns(text, phrases) : splitWords(text, phrases);
}

function splitWords(text: string, phrases: readonly Phrase[]): (Phrase | string)[] {
  const words = text.split(/\s+/u).flatMap((token) => {
    const isName = /^\P{L}*\p{Lu}/u.test(token);
    return toWords(token).map((word) => (isName ? word.charAt(0).toUpperCase() + word.slice(1) : word));
  });
  const forms = words.slice(0, MAX_WORDS).map((word) => comparable(word.toLowerCase()));
  const parts: (Phrase | string)[] = [];
  for (let at = 0; at < forms.length; ) {
    const phrase = bestPhrase(forms, at, phrases);
    parts.push(phrase ?? words[at] ?? '');
    at += phrase?.words.length ?? 1;
  }
  return parts;
}

/** The longest phrase at this place, and of several the most similar one. */
function bestPhrase(forms: readonly string[], at: number, phrases: readonly Phrase[]): Phrase | null {
  let best: Phrase | null = null;
  let bestScore = 0;
  for (const phrase of phrases) {
    let score = 0;
    for (const [nth, word] of phrase.words.entries()) {
      const form = similarity(forms[at + nth] ?? '', word);
      // A phrase with another word is excluded. Each equal word adds 1, so a longer phrase wins.
      score = form === 0 ? Number.NEGATIVE_INFINITY : score + form;
    }
    if (score > bestScore) [best, bestScore] = [phrase, score];
  }
  return best;
}

/** 1 for the same word, the share of their common beginning for forms of one word, otherwise 0. */
function similarity(one: string, other: string): number {
  if (one === other) return 1;
  if (one.charCodeAt(0) !== other.charCodeAt(0)) return 0;
  const longer = Math.max(one.length, other.length);
  const needed = Math.max(FORM_CHARS, FORM_SHARE * longer);
  const most = Math.min(one.length, other.length);
  let same = 0;
  while (same < most && one[same] === other[same]) same++;
  return same >= needed ? same / longer : 0;
}

function splitRuns(text: string, phrases: readonly Phrase[]): (Phrase | string)[] {
  return (text.toLowerCase().match(RUNS) ?? []).slice(0, MAX_WORDS).flatMap((run) => {
    if (!isUnspaced(run)) return [run];
    const parts: (Phrase | string)[] = [];
    let rest = '';
    const words = wordPlaces(run);
    for (let at = 0; at < run.length; ) {
      const found = longestAt(run, at, phrases);
      // A single character is often a part of a name: the east in "Tokyo".
      const phrase = found?.words[0]?.length === 1 && words.get(at) !== 1 ? null : found;
      if (phrase === null) rest += run.charAt(at++);
      else {
        parts.push(...remaining(rest), phrase);
        rest = '';
        at += phrase.words[0]?.length ?? 1;
      }
    }
    return [...parts, ...remaining(rest)];
  });
}

/** The length of the word at each place of a run where a word begins. */
function wordPlaces(run: string): ReadonlyMap<number, number> {
  let at = 0;
  const places = new Map<number, number>();
  for (const { length } of toWords(run)) {
    places.set(at, length);
    at += length;
  }
  return places;
}

function longestAt(run: string, at: number, phrases: readonly Phrase[]): Phrase | null {
  let longest: Phrase | null = null;
  for (const phrase of phrases) {
    const [word = ''] = phrase.words;
    if (word.length > (longest?.words[0]?.length ?? 0) && run.startsWith(word, at)) longest = phrase;
  }
  return longest;
}

/** The words of what is between two phrases of a run, without function words and grammar. */
function remaining(run: string): string[] {
  return toWords(run).filter((word) => !isStopWord(word) && !HIRAGANA.test(word));
}

const NONE: readonly string[] = [];
let index: ReadonlyMap<string, readonly string[]> | null = null;

/**
 * The languages (ISO 639-1) that have a word in their terms. The index of all words is made on first use.
 * @param word in the form of `comparable`
 */
function languagesOfTerm(word: string): readonly string[] {
  index ??= makeIndex();
  return index.get(word) ?? NONE;
}

function makeIndex(): ReadonlyMap<string, readonly string[]> {
  const languages = new Map<string, readonly string[]>();
  for (const [code, terms] of Object.entries(TERMS))
    for (const word of new Set(toWords(Object.values(terms).join(' ')).map(comparable)))
      languages.set(word, [...(languages.get(word) ?? NONE), code]);
  return languages;
}
