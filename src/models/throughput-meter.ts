import { estimateTokens } from '@sayso/text/tokens.ts';

/** How fast a model reads and writes, as far as it is known now. Tokens are estimated. */
export type ModelPace = {
  /** Null until a call has been measured. */
  readonly readTokensPerSecond: number | null;
  /** Null until a call has been measured. */
  readonly writtenTokensPerSecond: number | null;
  /** The size of the context window, for prompt and answer together; null if it is unknown. */
  readonly windowTokens: number | null;
  /** The size that its server reports, in billions of parameters; null if it reports none. */
  readonly parameters: number | null;
  /** Whether the model is being loaded into memory. */
  readonly isLoading: boolean;
  /** Whether the last prompt began with this text, so that its server need not read it again. */
  hasRead(beginning: string): boolean;
};

/** The times of a call as its server reports them. */
export type CallTimes = {
  /** From the start of reading the prompt to its end, in milliseconds. */
  readonly readMs: number | undefined;
  /** The share of the prompt that was read and not found in a cache; undefined if it is not reported. */
  readonly readShare: number | undefined;
  /** From the first token of the reply to the last, in milliseconds. */
  readonly writeMs: number | undefined;
};

/** Measures the calls of one model. */
export type ThroughputMeter = ModelPace & {
  windowTokens: number | null;
  /** The size of the model in billions of parameters; null if it is not known. */
  parameters: number | null;
  isLoading: boolean;
  start(prompt: string): CallClock;
};

/** Measures one call. */
export type CallClock = {
  /** Some tokens have arrived. */
  receive(): void;
  /** The reply has ended, or nobody waits for the rest of it. Only the first call counts. */
  end(replyTokens: number, times?: CallTimes): void;
};

/** Shorter texts say more about the connection than about the model. */
const MIN_TOKENS = { read: 64, write: 8 } as const;
/** The weight of everything before a new measurement; the speed of a machine changes with its load. */
const OLD_WEIGHT = 0.5;

/**
 * Measures how fast a model reads and writes: by the times that its server reports, otherwise by the time to
 * the first token and from there to the last. What the server has in its cache from the call before is not
 * counted as read.
 */
export function createPaceMeter(): ThroughputMeter {
  const reading = createRate(MIN_TOKENS.read);
  const writing = createRate(MIN_TOKENS.write);
  let lastPrompt = '';
  return {
    windowTokens: null,
    parameters: null,
    isLoading: false,
    get readTokensPerSecond() {
      return reading.perSecond;
    },
    get writtenTokensPerSecond() {
      return writing.perSecond;
    },
    hasRead: (beginning) => lastPrompt.startsWith(beginning),
    start(prompt) {
      const newText = prompt.slice(sharedLength(prompt, lastPrompt));
      const startedAtMs = performance.now();
      let beganAtMs: number | undefined;
      // Not the end of the call: a server that hangs says nothing about the speed of the model.
      let lastAtMs = startedAtMs;
      let isEnded = false;
      return {
        receive() {
          lastAtMs = performance.now();
          beganAtMs ??= lastAtMs;
          lastPrompt = prompt;
        },
        end(replyTokens, times) {
          if (isEnded || beganAtMs === undefined) return;
          isEnded = true;
          const { readMs = beganAtMs - startedAtMs, readShare, writeMs } = times ?? {};
          const readTokens =
            readShare === undefined ? estimateTokens(newText) : readShare * estimateTokens(prompt);
          reading.add(readTokens, readMs);
          writing.add(replyTokens, writeMs ?? lastAtMs - beganAtMs);
        },
      };
    },
  };
}

/** A speed that follows its latest measurements. */
function createRate(minTokens: number) {
  let tokens = 0;
  let ms = 0;
  return {
    get perSecond() {
      return ms === 0 ? null : (1000 * tokens) / ms;
    },
    add(newTokens: number, newMs: number) {
      if (newTokens < minTokens || !(newMs > 0)) return;
      tokens = OLD_WEIGHT * tokens + newTokens;
      ms = OLD_WEIGHT * ms + newMs;
    },
  };
}

function sharedLength(text: string, other: string): number {
  const end = Math.min(text.length, other.length);
  let at = 0;
  while (at < end && text.charCodeAt(at) === other.charCodeAt(at)) at++;
  return at;
}
