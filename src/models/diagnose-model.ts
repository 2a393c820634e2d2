import { abortReason, startDeadline } from '../core/deadline.ts';
import type { Diagnosis } from '../core/status.ts';
import type { CutPrompt } from '../core/usage.ts';
import { type ContextWindow, type WindowNeed, windowRemedy } from './context-window.ts';
import { UNKNOWN_MODEL } from './language-model.ts';
import {
  readModelError,
  type SettingsPrefix,
  subjectOf,
  toModelFault,
  toTimeoutFailure,
} from './model-failure.ts';
import { type ModelStream, openModelStream } from './model-stream.ts';
import type { ModelProvider } from './provider.ts';

/** A model to diagnose. */
type ModelToDiagnose = {
  readonly provider: ModelProvider;
  /** The text after its name in the report: "(ollama at http://host)". */
  readonly place: string;
  /** For one call. */
  readonly timeoutMs: number;
  readonly settingsPrefix: SettingsPrefix;
  /** The required size of the context window. */
  readonly windowNeed: WindowNeed;
  /** Measures the speed and describes its effect in words; empty if it has none. */
  measurePace(signal: AbortSignal): Promise<string>;
};

/** The tokens of a line of the long prompt. */
const LINE_TOKENS = 7;
const MAX_REPLY_TOKENS = 300;
const PROMPT = { system: 'Answer with one word.', user: 'Say yes.' };

/** Asks the model for one word. Rejects only with the signal's reason. */
export async function diagnoseModel(subject: ModelToDiagnose, signal: AbortSignal): Promise<Diagnosis> {
  const { provider, windowNeed } = subject;
  using deadline = startDeadline(subject.timeoutMs, signal);
  const startedAtMs = performance.now();
  let stream: ModelStream | undefined;
  try {
    stream = await openModelStream(provider.model, PROMPT, deadline.signal);
    await stream.next();
    const wrote = `it began to write after ${Math.round(performance.now() - startedAtMs)} ms`;
    const window = (await provider.contextWindow?.(deadline.signal).catch(() => null)) ?? null;
    stream.close();
    const pace = await subject.measurePace(signal);
    const cut =
      window === null && provider.contextWindow !== undefined
        ? await findCut(subject, deadline.signal)
        : null;
    if (signal.aborted) throw abortReason(signal);
    if (cut !== null) return { name: nameOf(subject), ...judgeCut(wrote, cut, windowNeed) };
    const wroteAndRead = pace === '' ? wrote : `${wrote}; ${pace}`;
    return { name: nameOf(subject), ...judgeModel(wroteAndRead, window, windowNeed) };
  } catch (error) {
    if (signal.aborted) throw abortReason(signal);
    if (deadline.expired) return { name: nameOf(subject), ok: false, ...explainTimeout(subject) };
    const explained = await explain(error, subject, deadline.signal);
    if (signal.aborted) throw abortReason(signal);
    return { name: nameOf(subject), ok: false, ...explained };
  } finally {
    stream?.close();
  }
}

/**
 * What the server cuts off a prompt as long as those of answers, by its own count; null if nothing, or if that
 * cannot be seen. For servers that do not report the window.
 */
async function findCut(
  { provider: { model }, windowNeed }: ModelToDiagnose,
  signal: AbortSignal,
): Promise<CutPrompt | null> {
  const lines = Array.from({ length: windowNeed.min / LINE_TOKENS }, (_, at) => `Line ${at} has no meaning.`);
  const prompt = { ...PROMPT, user: `${lines.join('\n')}\n${PROMPT.user}`, maxReplyTokens: MAX_REPLY_TOKENS };
  let stream: ModelStream | undefined;
  try {
    stream = await openModelStream(model, prompt, signal);
    await stream.readText(Number.POSITIVE_INFINITY);
  } catch {
    // The first call has shown that the model writes.
  } finally {
    stream?.close();
  }
  return stream?.cut ?? null;
}

function judgeCut(
  wrote: string,
  { sentTokens, readTokens }: CutPrompt,
  need: WindowNeed,
): Omit<Diagnosis, 'name'> {
  const cause =
    `${wrote}; its server read only ${readTokens} of ${sentTokens} tokens of a prompt, so its context window ` +
    'is too small, and prompts are cut silently';
  return { ok: false, cause, remedy: windowRemedy(readTokens, need, 'enlarge its context window') };
}

/** The result for a model that writes. A small window is a fault: most servers cut the prompt silently. */
function judgeModel(wrote: string, window: ContextWindow | null, need: WindowNeed): Omit<Diagnosis, 'name'> {
  if (window === null) return { ok: true, cause: wrote, remedy: '' };
  const { tokens, enlarge } = window;
  const { min, max } = need;
  const text = `${wrote}; its context window is ${tokens} tokens`;
  if (tokens >= max) return { ok: true, cause: `${text}, which is enough`, remedy: '' };
  if (tokens < min) {
    const cause = `${text}, too small: with the current CONTEXT_TOKENS a prompt and its answer need ${min}`;
    return { ok: false, cause, remedy: windowRemedy(tokens, need, enlarge) };
  }
  const cause = `${text}, but a long follow-up question and its answer may need ${max}`;
  return { ok: true, cause, remedy: enlarge };
}

type Explained = Omit<Diagnosis, 'name' | 'ok'>;

async function explain(error: unknown, subject: ModelToDiagnose, signal: AbortSignal): Promise<Explained> {
  const { provider, settingsPrefix } = subject;
  const { cause, remedy = '' } = toModelFault(error, settingsPrefix);
  const isNotFound = readModelError(error).status === 404;
  const ownRemedy = isNotFound ? ((await provider.remedyNotFound?.(signal)) ?? null) : null;
  return {
    cause: `${subjectOf(provider.name())} ${cause}`,
    remedy: ownRemedy?.replaceAll('MODEL_', settingsPrefix) ?? remedy,
  };
}

function explainTimeout({ provider, timeoutMs }: ModelToDiagnose): Explained {
  const cause = toTimeoutFailure(provider.name(), timeoutMs).message.replace(/\.$/, '');
  return { cause, remedy: 'use a smaller model, or raise MODEL_TIMEOUT_MS' };
}

function nameOf({ provider, place }: ModelToDiagnose): string {
  const name = provider.name();
  return name === UNKNOWN_MODEL ? `model ${place}` : `model ${name} ${place}`;
}
