import type { EvalRecord } from '../grading/eval-record.ts';
import type { EvalQuestion } from '../sets/eval-question.ts';

/** What came back for a question, before it is graded. */
export type EvalReply = Pick<
  EvalRecord,
  | 'text'
  | 'language'
  | 'model'
  | 'failure'
  | 'retrieval'
  | 'citations'
  | 'calls'
  | 'tokens'
  | 'firstMs'
  | 'totalMs'
>;

/** Asks one question. Throws a Failure if there is no reply, with the wait that the server asks for. */
export type AskTarget = (question: EvalQuestion, signal: AbortSignal) => Promise<EvalReply>;
