import { setTimeout as pause } from 'node:timers/promises';
import { type AskReply, ask } from './ask.ts';

/** One question and its reply. Times are on the clock of `performance`. */
export type Exchange = {
  readonly question: string;
  readonly startedAtMs: number;
  readonly tookMs: number;
  /** The slot that answered; empty if none did. */
  readonly engine: string;
  /** Why it counts as lost; empty when it was answered from sources. */
  readonly loss: string;
};

export type Traffic = {
  /** All exchanges that have ended so far. */
  readonly exchanges: readonly Exchange[];
  /** Stops asking and waits for what is in progress. */
  stop(): Promise<void>;
};

/**
 * Callers that ask the service at `url` all of `questions` in turn, one after the other: one every `everyMs`
 * or, if an answer takes longer, as soon as it has arrived.
 */
export function startTraffic(
  url: string,
  questions: readonly string[],
  { callers, everyMs }: { readonly callers: number; readonly everyMs: number },
): Traffic {
  const exchanges: Exchange[] = [];
  let asked = 0;
  let isOver = false;
  const call = async () => {
    while (!isOver) {
      const due = pause(everyMs);
      exchanges.push(await exchange(url, questions[asked++ % questions.length] ?? ''));
      await due;
    }
  };
  const ends = Promise.all(Array.from({ length: callers }, call));
  return {
    exchanges,
    stop: async () => {
      isOver = true;
      await ends;
    },
  };
}

async function exchange(url: string, question: string): Promise<Exchange> {
  const startedAtMs = performance.now();
  const outcome = await ask(url, question).then(judge, (error: unknown) => ({
    engine: '',
    loss: String(error),
  }));
  return { question, startedAtMs, tookMs: performance.now() - startedAtMs, ...outcome };
}

function judge({ status, body }: AskReply): Pick<Exchange, 'engine' | 'loss'> {
  if (!('sources' in body)) return { engine: '', loss: `${status}: ${body.error}` };
  return { engine: body.search_engine, loss: body.sources.length > 0 ? '' : 'no sources' };
}
