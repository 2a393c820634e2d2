import { isIP } from 'node:net';
import { DEEP_TIME_MS } from '../core/budget.ts';
import { isPublicAddress } from '../net/addresses.ts';
import type { modelSettings } from './model-settings.ts';
import type { ValuesOf } from './setting.ts';

/** The default time limits, in milliseconds. A model on the operator's machine loads and writes slowly. */
const USUAL_TIMES = { modelTimeoutMs: 20_000, answerDeadlineMs: 30_000 } as const;
const OLLAMA_TIMES = { modelTimeoutMs: 120_000, answerDeadlineMs: 150_000 } as const;

/** A deep answer reads, asks and writes in up to two rounds, so it needs several times a quick one's time. */
export const DEEP_TIME_FACTOR = 3;

const USUAL_CONTEXT_TOKENS = 2000;

/** The settings of the models as they were given. */
export type GivenModelSettings = ValuesOf<typeof modelSettings> & {
  readonly answerDeadlineMs: number | null;
  readonly deepDeadlineMs: number | 'auto' | null;
};

/** The models and their time limits, with the defaults that depend on other settings. */
export type CompleteModelSettings = ReturnType<typeof completeModelSettings>;

/** Fills in the time limits, and the provider if a key or a base URL implies it. */
export function completeModelSettings(given: GivenModelSettings) {
  const { modelProvider, fallbackProvider } = providersOf(given);
  const times = modelProvider === 'ollama' ? OLLAMA_TIMES : USUAL_TIMES;
  const answerDeadlineMs = given.answerDeadlineMs ?? times.answerDeadlineMs;
  const usualDeepMs = Math.max(DEEP_TIME_MS.min, DEEP_TIME_FACTOR * answerDeadlineMs);
  const contextTokens = given.contextTokens ?? (isOwnServer(given) ? 'auto' : USUAL_CONTEXT_TOKENS);
  return {
    modelProvider,
    fallbackProvider,
    contextTokens: contextTokens === 'auto' ? USUAL_CONTEXT_TOKENS : contextTokens,
    /** Whether the amount of source text follows the speed of the model, once the speed is known. */
    contextFollowsSpeed: contextTokens === 'auto',
    modelTimeoutMs: given.modelTimeoutMs ?? times.modelTimeoutMs,
    answerDeadlineMs,
    ...deepTimes(given.deepDeadlineMs, usualDeepMs, contextTokens === 'auto'),
  };
}

type DeepTimes = {
  /** The time limit of a deep answer; the longest one if it follows the speed of the model. */
  readonly deepDeadlineMs: number;
  /** The time limit if it follows the speed of the model, until that is known; otherwise null. */
  readonly unmeasuredDeepMs: number | null;
};

function deepTimes(given: number | 'auto' | null, usualMs: number, followsSpeed: boolean): DeepTimes {
  if (typeof given === 'number') return { deepDeadlineMs: given, unmeasuredDeepMs: null };
  return followsSpeed
    ? { deepDeadlineMs: Math.max(DEEP_TIME_MS.max, usualMs), unmeasuredDeepMs: usualMs }
    : { deepDeadlineMs: usualMs, unmeasuredDeepMs: null };
}

/** Hosts of this machine, of containers beside it, and of its network. */
const OWN_HOST = /^(?:[^.:]+|.+\.(?:local|lan|internal|localhost|home\.arpa))$/;

/** Whether the first model runs on a server of the operator, as far as its provider and address tell. */
function isOwnServer(given: GivenModelSettings): boolean {
  const { modelProvider } = providersOf(given);
  if (modelProvider === 'ollama') return true;
  if (modelProvider !== 'openai-compatible' || given.modelBaseUrl === null) return false;
  const host = new URL(given.modelBaseUrl).hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? OWN_HOST.test(host) : !isPublicAddress(host);
}

/** Whether a model writes the answers, and not the writer that quotes. */
export function writesByModel(given: GivenModelSettings): boolean {
  const { modelProvider } = providersOf(given);
  return modelProvider !== null && modelProvider !== 'extractive';
}

/** The providers, with those that a key or a base URL implies. */
export function providersOf(
  given: GivenModelSettings,
): Pick<GivenModelSettings, 'modelProvider' | 'fallbackProvider'> {
  const implied = (key: string | null, baseUrl: string | null) =>
    key === null && baseUrl === null ? null : 'openai-compatible';
  return {
    modelProvider: given.modelProvider ?? implied(given.modelApiKey, given.modelBaseUrl),
    fallbackProvider: given.fallbackProvider ?? implied(given.fallbackApiKey, given.fallbackBaseUrl),
  };
}
