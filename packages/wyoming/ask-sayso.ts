import { parseBoundedJson } from '@sayso/text/bounded-json.ts';
import { isLanguageTag } from '@sayso/text/language.ts';
import { fieldOf } from '@sayso/text/own-value.ts';
import { createParser } from 'eventsource-parser';

/** A running Sayso. */
export type Sayso = { readonly url: string; readonly key?: string | undefined };

/** A question and its answer; with the answer's id, Sayso knows its sources. */
export type Exchange = {
  readonly question: string;
  readonly answer: string;
  readonly answerId?: string | undefined;
};

/** What somebody said, and what was said before. */
type SpokenQuestion = {
  readonly text: string;
  readonly language: string | null | undefined;
  readonly history: readonly Exchange[];
};

/** Why there is no answer, in a sentence that can be spoken. */
export class NoAnswer extends Error {
  constructor(message: string, options?: ErrorOptions) {
    // Code marks are nothing to say.
    super(message.replaceAll('`', ''), options);
  }
}

/** Voice assistants give up after 8 to 10 s. */
const WAIT_SECONDS = 7;
/** Sayso ends every answer in time; only a Sayso that hangs takes longer. */
const TIMEOUT_MS = 15_000;
const MAX_REPLY_CHARS = 1_000_000;

/**
 * Asks a Sayso over its REST interface. `say` gets each sentence as soon as it is finished; the whole speech
 * and the id of the answer come last.
 * @throws NoAnswer, and the reason of `signal` once it has aborted
 */
export async function askSayso(
  sayso: Sayso,
  question: SpokenQuestion,
  say: (sentence: string) => void,
  signal: AbortSignal,
): Promise<Pick<Exchange, 'answer' | 'answerId'>> {
  try {
    const response = await post(sayso, question, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]));
    const events = response.ok ? eventsIn(response) : [];
    for await (const { event, data } of events) {
      if (event === 'sentence') say(textIn(data, 'text'));
      if (event === 'failure') throw new NoAnswer(textIn(data, 'error'));
      if (event === 'answer-end') return answerIn(data);
    }
    const problem = response.ok ? undefined : parseBoundedJson(await response.text());
    throw new NoAnswer(textIn(problem, 'error') || 'The answer was lost.');
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof NoAnswer) throw error;
    throw new NoAnswer('Sayso cannot be reached.', { cause: error });
  }
}

function post(
  { url, key }: Sayso,
  { text, language, history }: SpokenQuestion,
  signal: AbortSignal,
): Promise<Response> {
  const turns = history.map(({ answerId, ...exchange }) => ({ ...exchange, answer_id: answerId }));
  return fetch(`${url}/api/ask?events=sentence,answer-end&heartbeat=off`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      prefer: `wait=${WAIT_SECONDS}`,
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({
      query: text,
      ...(language && isLanguageTag(language) && { language }),
      ...(turns.length > 0 && { history: turns }),
    }),
    signal,
  });
}

/** @throws NoAnswer if nothing was written, as by a Sayso without a model that found nothing */
function answerIn(data: unknown): Pick<Exchange, 'answer' | 'answerId'> {
  const answer = textIn(data, 'speakable_text').trim();
  if (answer === '') throw new NoAnswer(textIn(data, 'error') || 'Nothing was written.');
  return { answer, answerId: textIn(data, 'answer_id') || undefined };
}

async function* eventsIn({ body }: Response) {
  let left = MAX_REPLY_CHARS;
  const events: { readonly event: string | undefined; readonly data: unknown }[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => events.push({ event, data: parseBoundedJson(data) }),
  });
  for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    left -= piece.length;
    if (left < 0) throw new NoAnswer('The answer is too long.');
    parser.feed(piece);
    yield* events.splice(0);
  }
}

function textIn(value: unknown, name: string): string {
  const text = fieldOf(value, name);
  return typeof text === 'string' ? text : '';
}
