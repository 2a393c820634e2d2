import { abortReason, startDeadline } from '../core/deadline.ts';
import type { Diagnosis } from '../core/status.ts';
import type { CutPrompt } from '../core/usage.ts';
import { type ContextWindow, contextTokensFor, type WindowNeed } from './context-window.ts';
import type { LanguageModelLike } from './language-model.ts';
import { UNKNOWN_MODEL } from './language-model.ts';
import {
  readModelError,
  type SettingsPrefix,
  subjectOf,
  toModelFault,
  toTimeoutFailure,
} from './model-failure.ts';
import { type ModelStream, openModelStream } from './model-stream.ts';

/** A model to diagnose. */
type ModelToDiagnose = {
  readonly model: LanguageModelLike;
  /** Known after a call, if the model's server chooses it. */
  readonly modelName: () => string;
  /** The text after its name in the report: "(ollama at http://host)". */
  readonly place: string;
  /** For one call. */
  readonly timeoutMs: number;
  readonly settingsPrefix: SettingsPrefix;
  /** The remedy for a 404; null, or a promise of null, for the usual advice. */
  readonly remedyNotFound: ((signal: AbortSignal) => Promise<string | null>) | null;
  /** The model's context window, available after a call; null if its server does not report it. */
  readonly contextWindow: ((signal: AbortSignal) => Promise<ContextWindow | null>) | null;
  /** The required size of the window. */
  readonly windowNeed: WindowNeed;
  /** Measures the speed and describes its effect in words; null if the speed has no effect. */
  readonly describePace: ((signal: AbortSignal) => Promise<string>) | null;
};

/** The tokens of a line of the long prompt. */
const LINE_TOKENS = 7;
const MAX_REPLY_TOKENS = 300;
const PROMPT = { system: 'Answer with one word.', user: 'Say yes.' };

/** Asks the model for one word. Rejects only with the signal's reason. */
export async function diagnoseModel(subject: ModelToDiagnose, signal: AbortSignal): Promise<Diagnosis> {
  using deadline = startDeadline(subject.timeoutMs, signal);
  const startedAtMs = performance.now();
  let stream: ModelStream | undefined;
  try {
    stream = await openModelStream(subject.model, PROMPT, deadline.signal);
    await stream.next();
    const wrote = `it began to write after ${Math.round(performance.now() - startedAtMs)} ms`;
    const window = (await subject.contextWindow?.(deadline.signal).catch(() => null)) ?? null;
    stream.close();
    const pace = (await subject.describePace?.(signal)) ?? '';
    const cut =
      window === null && subject.contextWindow !== null ? await findCut(subject, deadline.signal) : null;
    if (signal.aborted) throw abortReason(signal);
    if (cut !== null) return { name: nameOf(subject), ...judgeCut(wrote, cut, subject.windowNeed) };
    const wroteAndRead = pace === '' ? wrote : `${wrote}; ${pace}`;
    return { name: nameOf(subject), ...judgeModel(wroteAndRead, window, subject.windowNeed) };
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
  { model, windowNeed }: ModelToDiagnose,
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
  const fitting = contextTokensFor(readTokens, need);
  const enlarge = 'enlarge its context window';
  const remedy = fitting === 0 ? enlarge : `${enlarge}, or set CONTEXT_TOKENS=${fitting}`;
  return { ok: false, cause, remedy };
}

/** The result for a model that writes. A small window is a fault: most servers cut the prompt silently. */
function judgeModel(wrote: string, window: ContextWindow | null, need: WindowNeed): Omit<Diagnosis, 'name'> {
  if (window === null) return { ok: true, cause: wrote, remedy: '' };
  const { tokens, enlarge } = window;
  const { min, max } = need;
  const text = `${wrote}; its context window is ${tokens} tokens`;
  if (tokens >= max) return { ok: true, cause: `${text}, which is enough`, remedy: '' };
  const fitting = contextTokensFor(tokens, need);
  const remedy = fitting === 0 ? enlarge : `${enlarge}, or set CONTEXT_TOKENS=${fitting}`;
  if (tokens < min) {
    const cause = `${text}, too small: with the current CONTEXT_TOKENS a prompt and its answer need ${min}`;
    return { ok: false, cause, remedy };
  }
  const cause = `${text}, but a long follow-up question and its answer may need ${max}`;
  return { ok: true, cause, remedy: enlarge };
}

type Explained = Omit<Diagnosis, 'name' | 'ok'>;

async function explain(error: unknown, subject: ModelToDiagnose, signal: AbortSignal): Promise<Explained> {
  const { modelName, settingsPrefix, remedyNotFound } = subject;
  const { cause, remedy = '' } = toModelFault(error, settingsPrefix);
  const isNotFound = readModelError(error).status === 404;
  const ownRemedy = isNotFound ? ((await remedyNotFound?.(signal)) ?? null) : null;
  return {
    cause: `${subjectOf(modelName())} ${cause}`,
    remedy: ownRemedy?.replaceAll('MODEL_', settingsPrefix) ?? remedy,
  };
}

function explainTimeout({ modelName, timeoutMs }: ModelToDiagnose): Explained {
  const cause = toTimeoutFailure(modelName(), timeoutMs).message.replace(/\.$/, '');
  return { cause, remedy: 'use a smaller model, or raise MODEL_TIMEOUT_MS' };
}

function nameOf({ modelName, place }: ModelToDiagnose): string {
  const name = modelName();
  return name === UNKNOWN_MODEL ? `model ${place}` : `model ${name} ${place}`;
}
