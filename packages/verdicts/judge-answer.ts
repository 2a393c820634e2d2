import { toStatements } from '@sayso/markdown';
import { detectLanguage } from '@sayso/text/language.ts';
import { createJudge } from './judge.ts';
import type { EvidenceSource } from './source-index.ts';
import type { Judgement } from './verdict.ts';

/** A text that may support an answer. The first one is source 1, which the answer cites as `[1]`. */
type JudgedSource = {
  /** Plain text. Only the first 200 sentences, and 100,000 characters, are compared. */
  readonly text: string;
  readonly title?: string;
};

/** Options of `judgeAnswer`. */
type VerdictOptions = {
  /** The BCP 47 tag of the answer. If it is absent, the language is detected. */
  readonly language?: string;
};

/**
 * A statement of an answer, and how it compares with the sources: `supported`, `differs`, `not-found` or
 * `not-checked`. It never means that the statement is true.
 */
type Verdict = Omit<Judgement, 'difference'> & {
  /** The statement as plain text, without markup and citations. */
  readonly text: string;
  /** Its place in the Markdown, in UTF-16 code units. */
  readonly from: number;
  readonly to: number;
  /** What differs; null for other verdicts. */
  readonly difference: Required<Judgement>['difference'] | null;
};

/**
 * Compares each statement of an answer, or a single claim, with its sources. The comparison uses words,
 * numbers and names, and no model. At most 60 statements are checked. Never throws; the time is
 * limited, so it is safe for untrusted text.
 * @param markdown the answer; `[1]` cites the first source
 */
export function judgeAnswer(
  markdown: string,
  sources: readonly JudgedSource[],
  options: VerdictOptions = {},
): readonly Verdict[] {
  const judge = createJudge(sources.map(toSource), options.language ?? detectLanguage(markdown));
  return toStatements(markdown, sources.length).map((statement, index) => {
    const { text, from, to } = statement;
    const { difference = null, ...verdict } = judge(statement, index);
    return { text, from, to, ...verdict, difference };
  });
}

function toSource({ text, title = '' }: JudgedSource, at: number): EvidenceSource {
  return { index: at + 1, title, passages: [{ text, from: 0, to: text.length }], isWhole: true };
}
