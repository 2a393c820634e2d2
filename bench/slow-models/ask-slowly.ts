import { dataOf, type Machine, readAnswer, type SlowStage, startSlowStage } from './slow-stage.ts';

/** One answer, with times as the machine itself would take. */
export type SlowAnswer = {
  readonly budget: number;
  readonly sources: number;
  readonly promptTokens: number;
  readonly cachedTokens: number;
  readonly firstWordMs: number;
  readonly endMs: number;
  readonly words: number;
  /** Whether it was cut by its deadline, or failed. */
  readonly error: string | null;
};

const SENTENCE = 'It was named by the people who came to live near the river [1]. ';
const SENTENCE_WORDS = 13;
/** What a model writes that does not keep to the length it is asked for. */
const TOO_MANY_WORDS = 400;

/** Text of about as many words as a prompt asks for, or of too many. */
export function writeReply(prompt: string, isTooLong: boolean): string {
  const asked = Number(/at most (\d+) words/.exec(prompt)?.[1] ?? 120);
  const words = isTooLong ? TOO_MANY_WORDS : asked;
  return SENTENCE.repeat(Math.max(1, Math.floor(words / SENTENCE_WORDS)));
}

/** Asks a service with a model of this speed these questions, one after the other. */
export async function askSlowly(
  machine: Machine,
  { index, questions }: { readonly index: string; readonly questions: readonly string[] },
): Promise<readonly SlowAnswer[]> {
  let calls = 0;
  // Every other reply is longer than what was asked for.
  const reply = (prompt: string) => writeReply(prompt, calls++ % 2 === 0);
  await using stage = await startSlowStage(machine, { index, reply });
  const answers: SlowAnswer[] = [];
  for (const question of questions) answers.push(await askOnce(stage, question, machine.scale));
  return answers;
}

async function askOnce({ url, model }: SlowStage, question: string, scale: number): Promise<SlowAnswer> {
  const { events, firstWordMs, endMs } = await readAnswer(url, { query: question });
  const { context, sources = [] } = dataOf(events, 'sources');
  const { answer = '', error } = dataOf(events, 'answer-end');
  const { promptTokens = 0, cachedTokens = 0 } = model.calls.at(-1) ?? {};
  return {
    budget: context?.tokens ?? 2000,
    sources: sources.length,
    promptTokens,
    cachedTokens,
    firstWordMs: firstWordMs * scale,
    endMs: endMs * scale,
    words: answer.split(/\s+/).length,
    error: error === undefined ? 'no answer' : error,
  };
}
