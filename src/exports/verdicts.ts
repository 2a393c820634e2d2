import { detectLanguage } from '../core/language.ts';
import type { Source } from '../core/terms.ts';
import type { JudgedStatement } from '../core/verdict.ts';
import { createJudge } from '../judge/judge.ts';
import { toStatements } from '../markup/statements.ts';

/** A text that may support an answer. The first one is source 1, which the answer cites as `[1]`. */
export type JudgedSource = {
  /** Plain text. Only the first 200 sentences are compared. */
  readonly text: string;
  readonly title?: string;
};

/** Options of `judgeAnswer`. */
export type VerdictOptions = {
  /** The BCP 47 tag of the answer. If it is absent, the language is detected. */
  readonly language?: string;
};

/** A part of a source, word for word: `text` of the source from `from` to `to`, in UTF-16 code units. */
export type FoundQuote = {
  /** The number of the source; the first is 1. */
  readonly source: number;
  readonly text: string;
  readonly from: number;
  readonly to: number;
};

/**
 * A statement of an answer, and how it compares with the sources. It never means that the statement is true.
 */
export type Verdict = {
  /** The statement as plain text, without markup and citations. */
  readonly text: string;
  /** Its place in the Markdown, in UTF-16 code units. */
  readonly from: number;
  readonly to: number;
  /**
   * - `supported`: a source says the same.
   * - `differs`: the closest source gives another number, date, unit or name, or denies it.
   * - `not-found`: no source mentions it.
   * - `not-checked`: it is a heading, a question or too short, or its language cannot be judged.
   */
  readonly verdict: 'supported' | 'differs' | 'not-found' | 'not-checked';
  /** The probability, 0 to 1, that the closest source supports it; null if it was not checked. */
  readonly score: number | null;
  /** The sentences closest to it, best first. */
  readonly quotes: readonly FoundQuote[];
  /** What differs; null for other verdicts. */
  readonly difference: {
    readonly kind: 'number' | 'date' | 'unit' | 'name' | 'negation';
    /** The part of the statement. */
    readonly stated: string;
    /** The part of the source that corresponds to it. */
    readonly found: FoundQuote;
  } | null;
};

/**
 * Compares each statement of an answer, or a single claim, with its sources. The comparison uses words,
 * numbers, names and denials, and no model. At most 60 statements are checked. Never throws; the time is
 * limited, so it is safe for untrusted text.
 * @param markdown the answer; `[1]` cites the first source
 */
export function judgeAnswer(
  markdown: string,
  sources: readonly JudgedSource[],
  options: VerdictOptions = {},
): readonly Verdict[] {
  const judge = createJudge(sources.map(toSource), options.language ?? detectLanguage(markdown));
  return toStatements(markdown, sources.length).map((statement, index) => toVerdict(judge(statement, index)));
}

function toSource({ text, title = '' }: JudgedSource, at: number): Source {
  return { index: at + 1, url: '', title, snippet: '', passages: [{ text, from: 0, to: text.length }] };
}

function toVerdict({ text, from, to, verdict, score, quotes, difference }: JudgedStatement): Verdict {
  return { text, from, to, verdict, score, quotes, difference: difference ?? null };
}
