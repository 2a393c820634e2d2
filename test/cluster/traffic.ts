import { setTimeout as pause } from 'node:timers/promises';

/** One question and its outcome. Times are on the clock of `performance`. */
export type Exchange = {
  readonly startedAtMs: number;
  readonly tookMs: number;
  /** Empty for the right answer; `refused` if no server accepted the question. */
  readonly loss: string;
  /** True for the answer to a different question. */
  readonly isWrong: boolean;
};

export type Traffic = {
  readonly exchanges: readonly Exchange[];
  stop(): Promise<void>;
};

const CALLERS = 6;
const EVERY_MS = 60;
/** Many questions are repeated, some of them while they are being answered. */
const NUMBERS = 400;

/** Callers that ask for one number after the other, every other time as a stream, until they are stopped. */
export function startTraffic(url: string): Traffic {
  const exchanges: Exchange[] = [];
  let asked = 0;
  let isOver = false;
  const call = async () => {
    while (!isOver) {
      const due = pause(EVERY_MS);
      const at = asked++;
      exchanges.push(await exchange(url, Math.floor(at / 2) % NUMBERS, at % 3 === 0));
      await due;
    }
  };
  const ends = Promise.all(Array.from({ length: CALLERS }, call));
  return {
    exchanges,
    stop: async () => {
      isOver = true;
      await ends;
    },
  };
}

async function exchange(url: string, number: number, asStream: boolean): Promise<Exchange> {
  const startedAtMs = performance.now();
  const outcome = await ask(url, number, asStream).catch((error: unknown) => ({
    loss: codeOf(error) === 'ECONNREFUSED' ? 'refused' : String(error),
    isWrong: false,
  }));
  return { startedAtMs, tookMs: performance.now() - startedAtMs, ...outcome };
}

async function ask(url: string, number: number, asStream: boolean) {
  const response = await fetch(`${url}/api/v1/query?q=What+is+number+${number}%3F`, {
    headers: { accept: asStream ? 'text/event-stream' : 'application/json', connection: 'close' },
  });
  const body = await response.text();
  const said = /"answer":"The number is (\d+)/.exec(body)?.[1];
  if (response.status === 200 && said === String(number)) return { loss: '', isWrong: false };
  return { loss: `${response.status}: ${body.slice(-200)}`, isWrong: said !== undefined };
}

function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  return 'code' in error ? error.code : codeOf(error.cause);
}
