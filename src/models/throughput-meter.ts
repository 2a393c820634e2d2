import { estimateTokens } from '@sayso/text/tokens.ts';
import type { CutPrompt } from '../core/usage.ts';

/** The times of a call as its server reports them. */
export type CallTimes = {
  /** From the start of reading the prompt to its end, in milliseconds. */
  readonly readMs: number | undefined;
  /** The share of the prompt that was read and not found in a cache; undefined if it is not reported. */
  readonly readShare: number | undefined;
  /** From the first token of the reply to the last, in milliseconds. */
  readonly writeMs: number | undefined;
};

/** What the server says at the end of a reply. */
type CallEnd = {
  readonly times?: CallTimes | undefined;
  /** The tokens of the prompt as the server counted them. */
  readonly promptTokens?: number | undefined;
  /** Whether the reply ended because there was no room for more. */
  readonly isFull?: boolean;
};

/** Shorter texts say more about the connection than about the model. */
const MIN_TOKENS = { read: 64, write: 8 } as const;
/** No window is so small that it cuts shorter prompts; counts of short ones prove nothing. */
const MIN_CUT_TOKENS = 1000;
/** No window keeps less of a long prompt: a server that reports fewer tokens does not count them. */
const MIN_READ_TOKENS = 250;
/**
 * If the server counts less than this share of what is new in a prompt, it has not read the rest. Ollama keeps
 * half of its window. Tokenizers differ by less, and some servers leave out what is in their cache.
 */
const READ_SHARE = 0.5;
/** A reply that ended with fewer tokens because of its length had no room beside the prompt. */
const FEW_TOKENS = 100;
/** The share of a prompt that may fit if the whole was too long. */
const NEXT_SHARE = 0.75;
/** The weight of everything before a new measurement; the speed of a machine changes with its load. */
const OLD_WEIGHT = 0.5;

/** How fast a model reads and writes, as far as it is known now. Tokens are estimated. */
export type ModelPace = Pick<
  ThroughputMeter,
  'readTokensPerSecond' | 'writtenTokensPerSecond' | 'windowTokens' | 'parameters' | 'isLoading' | 'hasRead'
>;

/** Measures one call. */
export type CallClock = ReturnType<ThroughputMeter['start']>;

/**
 * Measures how fast a model reads and writes: by the times that its server reports, otherwise by the time to
 * the first token and from there to the last. What the server has in its cache from the call before is not
 * counted as read. Also learns from the counts of the server how much of a prompt it reads.
 */
export class ThroughputMeter {
  /** Whether the server enlarges the window for a long prompt. */
  isGrowing = false;
  /** The size that its server reports, in billions of parameters; null if it reports none. */
  parameters: number | null = null;
  /** Whether the model is being loaded into memory. */
  isLoading = false;
  /** The window that the server reports; null if it reports none. */
  reportedWindow: number | null = null;
  readonly #onCut: (cut: CutPrompt) => void;
  readonly #reading = createRate(MIN_TOKENS.read);
  readonly #writing = createRate(MIN_TOKENS.write);
  #lastPrompt = '';
  /** The largest window that the calls so far allow. */
  #seenWindow = Number.POSITIVE_INFINITY;
  #hasToldOfCut = false;

  /** @param onCut called with the first prompt that was cut */
  constructor(onCut: (cut: CutPrompt) => void = () => undefined) {
    this.#onCut = onCut;
  }

  /** The size of the context window, for prompt and answer together; null if it is unknown. */
  get windowTokens(): number | null {
    const tokens = Math.min(this.reportedWindow ?? Number.POSITIVE_INFINITY, this.#seenWindow);
    return Number.isFinite(tokens) ? tokens : null;
  }

  /** Null until a call has been measured. */
  get readTokensPerSecond(): number | null {
    return this.#reading.perSecond;
  }

  /** Null until a call has been measured. */
  get writtenTokensPerSecond(): number | null {
    return this.#writing.perSecond;
  }

  /** Whether the last prompt began with this text, so that its server need not read it again. */
  hasRead(beginning: string): boolean {
    return this.#lastPrompt.startsWith(beginning);
  }

  /** Notes that a prompt of this many estimated tokens was too long. */
  noteTooLong(promptTokens: number): void {
    this.#seenWindow = Math.min(this.#seenWindow, Math.floor(NEXT_SHARE * promptTokens));
  }

  /** Starts to measure a call. */
  start(prompt: string) {
    const newText = prompt.slice(sharedLength(prompt, this.#lastPrompt));
    const startedAtMs = performance.now();
    let beganAtMs: number | undefined;
    // Not the end of the call: a server that hangs says nothing about the speed of the model.
    let lastAtMs = startedAtMs;
    let isEnded = false;
    return {
      /** Some tokens have arrived. */
      receive: () => {
        lastAtMs = performance.now();
        beganAtMs ??= lastAtMs;
        this.#lastPrompt = prompt;
      },
      /**
       * The reply has ended, or nobody waits for the rest of it. Only the first call counts. Returns what was
       * cut off the prompt; null if nothing was.
       */
      end: (replyTokens: number, told: CallEnd = {}): CutPrompt | null => {
        if (isEnded) return null;
        isEnded = true;
        const cut = this.#cutOf(prompt, newText, replyTokens, told);
        if (beganAtMs === undefined || cut !== null) return cut;
        const { readMs = beganAtMs - startedAtMs, readShare, writeMs } = told.times ?? {};
        const readTokens =
          readShare === undefined ? estimateTokens(newText) : readShare * estimateTokens(prompt);
        this.#reading.add(readTokens, readMs);
        this.#writing.add(replyTokens, writeMs ?? lastAtMs - beganAtMs);
        return null;
      },
    };
  }

  #cutOf(prompt: string, newText: string, replyTokens: number, told: CallEnd): CutPrompt | null {
    const { promptTokens: readTokens = 0, isFull = false } = told;
    if (readTokens < MIN_READ_TOKENS) return null;
    const sentTokens = estimateTokens(prompt);
    if (sentTokens < MIN_CUT_TOKENS) return null;
    if (isFull && replyTokens < FEW_TOKENS)
      this.#seenWindow = Math.min(this.#seenWindow, readTokens + replyTokens);
    const newTokens = newText.length === prompt.length ? sentTokens : estimateTokens(newText);
    if (newTokens < MIN_CUT_TOKENS || readTokens >= READ_SHARE * newTokens) return null;
    this.#seenWindow = Math.min(this.#seenWindow, readTokens);
    const cut = { sentTokens, readTokens };
    if (!this.#hasToldOfCut) this.#onCut(cut);
    this.#hasToldOfCut = true;
    return cut;
  }
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
