import type { Answer } from '../core/terms.ts';
import type { JudgedStatement } from '../core/verdict.ts';

/** What the statements that no source carries are judged and left out by. */
export type UnsupportedPolicy = {
  /** Whether the writer rewrites them first, in one more call. */
  readonly asks: boolean;
  judge(answer: Pick<Answer, 'text' | 'sources' | 'language'>): readonly JudgedStatement[];
  /** The Markdown without the statements that are not supported, but never without all of them. */
  drop(markdown: string, statements: readonly JudgedStatement[]): string;
};
