import type { Question } from '../../src/core/question.ts';

/** A question as it arrived, with the time that it had, in milliseconds. */
export type ReceivedQuestion = Question & { readonly deadlineMs: number };

/** Times are rounded up to this step, because a part of the time passes before a question arrives. */
const STEP_MS = 100;

/** Adds the time that a question has when it arrives. */
export function toReceived(question: Question): ReceivedQuestion {
  return { ...question, deadlineMs: roundedUpMs(question.deadlineAtMs - performance.now()) };
}

/** A time that was set before a question or request arrived. */
export function roundedUpMs(leftMs: number): number {
  return Math.ceil(leftMs / STEP_MS) * STEP_MS;
}
