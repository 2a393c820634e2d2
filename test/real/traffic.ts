import { setTimeout as pause } from 'node:timers/promises';
import { type AskReply, ask } from './ask.ts';

/** One question of the traffic and what came back. Times are on the clock of `performance`. */
export type Exchange = {
  readonly question: string;
  readonly startedAtMs: number;
  readonly tookMs: number;
  /** The slot that answered; empty when none did. */
  readonly engine: string;
  /** Why it counts as lost; empty when it was answered from sources. */
  readonly loss: string;
};

export type Traffic = {
  /** All that ended so far. */
  readonly exchanges: readonly Exchange[];
  /** Asks nothing more and waits for what is under way. */
  stop(): Promise<void>;
};

/**
 * Callers that ask the service at `url` one question after the other, all of `questions` in turn, each one
 * every `everyMs` or, where an answer takes longer, as soon as it is there.
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
