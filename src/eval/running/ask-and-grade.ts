import { estimateTokens } from '@sayso/text/tokens.ts';
import { toFailure } from '../../core/failure.ts';
import type { EvalRecord } from '../grading/eval-record.ts';
import { gradeExactly } from '../grading/grade.ts';
import { type EvalQuestion, isAnswerable } from '../sets/eval-question.ts';
import type { AskTarget, EvalReply } from '../targets/eval-reply.ts';

/** Failures of which every further question would die as well. */
const FATAL: ReadonlySet<string> = new Set(['unauthorized', 'misconfigured']);

/** Asks a question and grades the reply. A failed question has a record; wrong settings are thrown. */
export async function askAndGrade(
  ask: AskTarget,
  question: EvalQuestion,
  signal: AbortSignal,
): Promise<EvalRecord> {
  const startedAtMs = performance.now();
  const reply = await ask(question, signal).catch((error: unknown) => {
    const { code, message } = toFailure(error);
    if (signal.aborted || FATAL.has(code)) throw error;
    return failedReply(message, performance.now() - startedAtMs);
  });
  const { id, kind, question: text, answers, patterns } = question;
  return {
    id,
    kind,
    question: text,
    answers: answers.length > 0 ? answers : patterns,
    isAnswerable: isAnswerable(question),
    ...reply,
    ...(reply.failure === null && { exact: gradeExactly(reply.text, question, reply.language) }),
    answerTokens: estimateTokens(reply.text),
  };
}

function failedReply(failure: string, totalMs: number): EvalReply {
  const nothing = { text: '', language: 'und', model: '', retrieval: null, citations: null };
  return { ...nothing, failure, calls: null, tokens: null, firstMs: null, totalMs };
}
