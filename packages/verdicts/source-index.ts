import { detectLanguage, UNDETERMINED } from '@sayso/text/language.ts';
import { once } from '@sayso/text/once.ts';
import { toSentences } from '@sayso/text/sentences.ts';
import { isStopWord, stem, toWords } from '@sayso/text/words.ts';
import { toValues, type Value } from './values.ts';

/** A source, and the parts of its text that may support a statement. */
export type EvidenceSource = {
  /** Its number; an answer cites the first source as `[1]`. */
  readonly index: number;
  readonly title: string;
  /** Plain text with its offsets in the source's evidence. Only the first 200 sentences are compared. */
  readonly passages: readonly { readonly text: string; readonly from: number; readonly to: number }[];
  /** When it was published, as a date that begins with the year; absent or null if that is not known. */
  readonly publishedAt?: string | null;
  /** True if the passages are its whole text; otherwise, the rest may say what they do not. */
  readonly isWhole?: boolean;
};

/** A sentence of a source, with the data for comparisons. */
export type SourceSentence = {
  readonly text: string;
  /** The offset of its first character in the source's evidence, as that of a passage. */
  readonly from: number;
  /** The offset behind its last character. */
  readonly to: number;
  /** The index of the sentence's passage in the source. */
  readonly passage: number;
  /** The stems of its meaningful words, in order. */
  readonly terms: readonly string[];
  /** Its numbers, with offsets from the beginning of the sentence. Read on first use. */
  readonly values: () => readonly Value[];
};

/** Consecutive sentences of a source. */
export type SentenceRange = {
  /** The index of the first one. */
  readonly first: number;
  /** The index of the last one. */
  readonly last: number;
};

/** The text of one source, prepared for comparison. */
export type SourceIndex = {
  /** Number of the source. */
  readonly index: number;
  readonly passages: EvidenceSource['passages'];
  /** The sentences that are compared, in order. */
  readonly sentences: readonly SourceSentence[];
  /** All terms of the source and its title. */
  readonly terms: ReadonlySet<string>;
  /** For each term, and for each prefix of a long term, the positions of the sentences that contain it. */
  readonly places: ReadonlyMap<string, readonly number[]>;
  /** The year in which it was published; null if that is not known. */
  readonly year: number | null;
  /** Whether `sentences` are its whole text. */
  readonly isWhole: boolean;
};

/** The maximum number of sentences of one source that are compared; later ones support nothing. */
const MAX_SENTENCES = 200;
/** The most terms of a source that are compared; each takes at least one of a context's tokens. */
const MAX_TERMS = 1_500;
/** Longer sentences are cut off: tables, lists of names, hostile text. */
const MAX_SENTENCE_CHARS = 500;
/** The most characters of a source that are cut into sentences, which may take seconds for a text of any size. */
const MAX_CHARS = MAX_SENTENCES * MAX_SENTENCE_CHARS;
/** The places where long sentences are cut, chosen so that a number keeps its unit. */
const CLAUSE_ENDS = ['. ', '; ', '\n', '。', '；'];
/** Words with the same beginning count as forms of one word: `inflation` and `inflationary`. */
const PREFIX_CHARS = 5;

/** Prepares a source for comparison with statements in a language (a BCP 47 tag). Takes linear time. */
export function indexSource(source: EvidenceSource, language: string): SourceIndex {
  const passages = firstChars(source.passages);
  const all = passages.flatMap((passage, index) => sentencesOf(passage, index, language));
  const sentences = withinLimits(all);
  const places = new Map<string, number[]>();
  for (const [at, { terms }] of sentences.entries())
    for (const key of new Set(terms.flatMap(keysOf))) {
      const existing = places.get(key);
      if (existing === undefined) places.set(key, [at]);
      else existing.push(at);
    }
  const terms = new Set([...sentences.flatMap((sentence) => sentence.terms), ...toTerms(source.title)]);
  return {
    index: source.index,
    passages: source.passages,
    sentences,
    terms,
    places,
    year: yearOf(source.publishedAt),
    isWhole:
      source.isWhole === true &&
      sentences.length === all.length &&
      passages.every(({ text }, at) => text.length === source.passages[at]?.text.length),
  };
}

/** Passages of which all text beyond `MAX_CHARS` is left out, so that it is not even cut into sentences. */
function firstChars(passages: EvidenceSource['passages']): EvidenceSource['passages'] {
  let rest = MAX_CHARS;
  return passages.map((passage) => {
    const text = passage.text.slice(0, rest);
    rest -= text.length;
    return { ...passage, text };
  });
}

/** The year of a date such as `2024-05-01`; null if the date is unknown or begins otherwise. */
function yearOf(date: string | null | undefined): number | null {
  const year = /^\d{4}(?=[-/])/.exec(date ?? '')?.[0];
  return year === undefined ? null : Number(year);
}

function withinLimits(sentences: readonly SourceSentence[]): readonly SourceSentence[] {
  let terms = 0;
  const end = sentences.findIndex((sentence, at) => {
    terms += sentence.terms.length;
    return at >= MAX_SENTENCES || terms > MAX_TERMS;
  });
  return end < 0 ? sentences : sentences.slice(0, end);
}

/** The stems of the meaningful words of a text in order, or of all its words if none is meaningful. */
export function toTerms(text: string): readonly string[] {
  const words = toWords(text);
  const meaningful = words.filter((word) => !isStopWord(word));
  return (meaningful.length > 0 ? meaningful : words).map(stem);
}

/** The key for finding words that begin like this term; null if the term is too short. */
export function prefixOf(term: string): string | null {
  return term.length >= PREFIX_CHARS && !/\p{N}/u.test(term) ? `${term.slice(0, PREFIX_CHARS)}*` : null;
}

function keysOf(term: string): readonly string[] {
  const prefix = prefixOf(term);
  return prefix === null ? [term] : [term, prefix];
}

function sentencesOf(
  { text, from }: EvidenceSource['passages'][number],
  passage: number,
  language: string,
): readonly SourceSentence[] {
  const sentences: SourceSentence[] = [];
  let at = 0;
  for (const sentence of toSentences(text))
    for (let rest = sentence; rest !== ''; ) {
      const cut = rest.slice(0, endOfSentence(rest));
      const start = at + cut.length - cut.trimStart().length;
      const end = at + cut.trimEnd().length;
      at += cut.length;
      rest = rest.slice(cut.length);
      if (end <= start) continue;
      const trimmed = text.slice(start, end);
      sentences.push({
        text: trimmed,
        from: from + start,
        to: from + end,
        passage,
        terms: toTerms(trimmed),
        values: once(() => toValues(trimmed, language)),
      });
    }
  return sentences;
}

/** Cuts after a clause or at a space in the second half; otherwise between two code points. */
function endOfSentence(sentence: string): number {
  if (sentence.length <= MAX_SENTENCE_CHARS) return sentence.length;
  const clause = Math.max(
    ...CLAUSE_ENDS.map((mark) => sentence.lastIndexOf(mark, MAX_SENTENCE_CHARS - mark.length)),
  );
  if (clause > MAX_SENTENCE_CHARS / 2) return clause + 1;
  const space = sentence.lastIndexOf(' ', MAX_SENTENCE_CHARS);
  if (space > MAX_SENTENCE_CHARS / 2) return space + 1;
  const isHalf = (sentence.codePointAt(MAX_SENTENCE_CHARS - 1) ?? 0) > 0xffff;
  return MAX_SENTENCE_CHARS - (isHalf ? 1 : 0);
}

/** The beginning of a source from which its language is detected, in characters. */
const SAMPLE_CHARS = 600;

/** Whether a source is in another language (a BCP 47 tag) than the answer; false if that is not certain. */
export function isForeign({ title, passages }: EvidenceSource, language: string): boolean {
  const text = [title, ...passages.map((passage) => passage.text)].join('\n');
  const own = detectLanguage(text.slice(0, SAMPLE_CHARS).toLowerCase());
  return own !== UNDETERMINED && own !== language.slice(0, 2).toLowerCase();
}

/** The number of words on each side of a number or a name that count as its context. */
const CONTEXT_WORDS = 4;
/** The number of characters on each side that have these words. */
const CONTEXT_CHARS = 60;
/** Text without spaces is split with a dictionary, so its endings and digits are no evidence. */
const UNSPACED_TEXT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const NO_CONTEXT = /^[\p{Script=Hiragana}\p{N}.,]+$/u;

/** The words around a place in a text, in lower case. */
export function wordsAround(
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
): readonly string[] {
  const wordsOf = (some: string) =>
    UNSPACED_TEXT.test(some)
      ? toWords(some).filter((word) => !NO_CONTEXT.test(word))
      : (some.toLowerCase().match(/[\p{L}\p{M}]{2,}/gu) ?? []);
  const before = wordsOf(text.slice(Math.max(0, from - CONTEXT_CHARS), from)).slice(-CONTEXT_WORDS);
  return [...before, ...wordsOf(text.slice(to, to + CONTEXT_CHARS)).slice(0, CONTEXT_WORDS)];
}
