import type { Judgement } from '@sayso/verdicts';
import type { CitationMove } from './answer.ts';

/** A statement of an answer and its verdict. */
export type JudgedStatement = Judgement & {
  /** Its position among the statements of the answer; the first is 0. */
  readonly index: number;
  /** Plain text without markup and citations. */
  readonly text: string;
  /** Its offsets in the answer's Markdown. */
  readonly from: number;
  readonly to: number;
  /** Its citations that were changed while it was written; absent if none was. */
  readonly citationMoves?: readonly CitationMove[];
};
