import { writeReply } from './ask-slowly.ts';
import { dataOf, type Machine, readAnswer, startSlowStage } from './slow-stage.ts';

/** One deep answer; all times are real, in milliseconds. */
export type DeepAnswer = {
  /** The time that it had. */
  readonly deadlineMs: number;
  /** The prompt for the answer itself. */
  readonly promptTokens: number;
  /** The calls of the model, in order. */
  readonly calls: readonly string[];
  /** Of these, the ones whose reply was given up; an answer that ends at its length does not count. */
  readonly cutCalls: readonly string[];
  readonly firstWordMs: number;
  readonly endMs: number;
  /** From the wish to have the answer now to its first word, or to quotes; undefined if nobody wished it. */
  readonly nowMs: number | undefined;
  readonly words: number;
  /** Why it was cut or failed. */
  readonly error: string | null;
};

/** The calls of a deep answer, by the beginnings of their instructions. */
const CALLS = [
  ['plan', 'You prepare the research'],
  ['gap', 'You check whether numbered'],
  ['correct', 'You correct statements'],
  ['write', ''],
] as const;
/** The sentences of the model are in no source; a correction repeats them. */
const CORRECTION = '1: It was named by the people who came to live near the river [1].';

const nameOf = (prompt: string) => CALLS.find(([, beginning]) => prompt.startsWith(beginning))?.[0] ?? '';

/**
 * Asks for one deep answer by a model of this speed, on a machine of its own. The model plans two searches,
 * asks for two more, and writes more than it is asked for.
 * @param now the event upon which the reader wants the answer; absent for a reader who waits
 */
export async function askDeeply(
  machine: Machine,
  { index, question, now }: { readonly index: string; readonly question: string; readonly now?: string },
): Promise<DeepAnswer> {
  const words = question.split(' ');
  const queries = (from: number) => [words.slice(0, -from).join(' '), words.slice(from).join(' ')].join('\n');
  const replies: Readonly<Record<string, (prompt: string) => string>> = {
    plan: () => queries(2),
    gap: () => queries(3),
    correct: () => CORRECTION,
    write: (prompt) => writeReply(prompt, true),
  };
  const reply = (prompt: string) => replies[nameOf(prompt)]?.(prompt) ?? '';
  await using stage = await startSlowStage(machine, { index, reply });
  const { url, model } = stage;
  const startedAtMs = performance.now();
  let wishedMs: number | undefined;
  const { events, firstWordMs, endMs } = await readAnswer(
    url,
    { query: question, depth: 'deep' },
    (name, id) => {
      if (name !== now || wishedMs !== undefined) return;
      wishedMs = performance.now() - startedAtMs;
      void fetch(`${url}/api/ask/${id}/finish`, { method: 'POST' });
    },
  );
  const { answer = '', error } = dataOf(events, 'answer-end');
  // Before the first sentence is written, a reader who wants the answer now gets quotes.
  const isQuoted = wishedMs !== undefined && Number.isNaN(firstWordMs) && /\[\d\]/.test(answer);
  const made = model.calls.slice(1).map((call) => ({ ...call, name: nameOf(call.prompt) }));
  return {
    deadlineMs: dataOf(events, 'begin').remaining_ms ?? Number.NaN,
    promptTokens: made.findLast(({ name }) => name === 'write')?.promptTokens ?? Number.NaN,
    calls: made.map(({ name }) => name),
    cutCalls: made.flatMap(({ name, isWhole }) => (isWhole || name === 'write' ? [] : [name])),
    firstWordMs,
    endMs,
    nowMs: wishedMs === undefined ? undefined : (isQuoted ? endMs : firstWordMs) - wishedMs,
    words: answer.split(/\s+/).length,
    error: isQuoted ? null : error === undefined ? 'no answer' : error,
  };
}
