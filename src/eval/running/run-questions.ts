import { countTokens } from '../../lib/text/tokens.ts';
import type { AskOne, EvalReply } from '../asking/eval-reply.ts';
import type { EvalRecord } from '../grading/eval-record.ts';
import { gradeExactly } from '../grading/grade.ts';
import type { EvalQuestion } from '../sets/eval-question.ts';
import { isAnswerable } from '../sets/eval-question.ts';

/** What is asked, and what happens with the replies. */
export type QuestionRun = {
  readonly questions: AsyncIterable<EvalQuestion>;
  readonly ask: AskOne;
  /** The number of questions that are asked at the same time. */
  readonly concurrency: number;
  /** EvalReply once before each question; no further question is asked once it is false. */
  mayGoOn(): boolean;
  /** Takes each graded reply as soon as it is there. */
  onRecord(record: EvalRecord, question: EvalQuestion): void | Promise<void>;
};

/**
 * Asks all questions, a few at a time, so that memory does not grow with their number. Rejects with the
 * signal's reason, after the questions that were being asked have ended.
 */
export async function runQuestions(
  { questions, ask, concurrency, mayGoOn, onRecord }: QuestionRun,
  signal: AbortSignal,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const askOne = async (question: EvalQuestion) => {
    const asked = await ask(question, signal);
    await onRecord(toRecord(question, asked), question);
  };
  for await (const question of questions) {
    if (signal.aborted || failures.length > 0 || !mayGoOn()) break;
    const work = askOne(question)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => running.delete(work));
    running.add(work);
    if (running.size >= concurrency) await Promise.race(running);
  }
  await Promise.all(running);
  if (signal.aborted) throw signal.reason;
  if (failures.length > 0) throw failures[0];
}

function toRecord(question: EvalQuestion, asked: EvalReply): EvalRecord {
  const { id, kind, question: text, answers, patterns } = question;
  return {
    id,
    kind,
    question: text,
    answers: answers.length > 0 ? answers : patterns,
    isAnswerable: isAnswerable(question),
    ...asked,
    ...(asked.failure === null && { exact: gradeExactly(asked.text, question, asked.language) }),
    answerTokens: countTokens(asked.text),
  };
}
