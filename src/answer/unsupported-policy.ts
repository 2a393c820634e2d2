import type { Answer } from '../core/terms.ts';
import type { JudgedStatement } from '../core/verdict.ts';

/** How statements that no source supports are found and what happens to them. */
export type UnsupportedPolicy = {
  /** Whether the writer rewrites them first, in one more call. */
  readonly asks: boolean;
  judge(answer: Pick<Answer, 'text' | 'sources' | 'language'>): readonly JudgedStatement[];
  /** The Markdown without the statements that are not supported, but never without all of them. */
  drop(markdown: string, statements: readonly JudgedStatement[]): string;
};
