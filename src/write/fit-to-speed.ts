import { finishedSentences } from '@sayso/text/finished-sentences.ts';
import { estimateTokens } from '@sayso/text/tokens.ts';
import {
  DEEP_SOURCE_TOKENS,
  DEEP_TIME_MS,
  type DeepLimits,
  type FitSources,
  type SourceLimits,
} from '../core/budget.ts';
import { remainingMs, startDeadline } from '../core/deadline.ts';
import type { Question } from '../core/question.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import { LONG_ANSWER_TOKENS, TOKENIZER_MARGIN, type WindowNeed } from '../models/context-window.ts';
import type { ModelProvider } from '../models/provider.ts';
import { callShortly } from '../models/short-call.ts';
import type { ModelPace } from '../models/throughput-meter.ts';
import { SOURCED, SOURCED_REMINDER } from './instructions.ts';
import type { PromptProfile } from './prompt.ts';
import { toFrame, toPrompt } from './prompt.ts';
import { withWrite } from './second-writer.ts';
import type { Writer, WritingTask, WrittenPart } from './writer.ts';

/** A usual question. */
const USUAL: Question = {
  id: '',
  text: 'Which are the ten largest cities of the world?',
  maxSources: 5,
  scope: ANY_SCOPE,
  history: [],
  deadlineAtMs: 0,
};
/** The usual time of searching and reading, in milliseconds. */
const SEARCH_MS = 1500;
/** Enough to measure how fast a model writes; the rest of the reply is not waited for. */
const MEASURED_CHARS = 60;

/** A model to whose speed answers are fitted. */
export type PacedModel = {
  readonly pace: ModelPace;
  /** The prompt that it gets. */
  profile(): PromptProfile;
  /** The longest time of a call, in milliseconds. */
  readonly timeoutMs: number;
  /** The amount of source text while the model's speed or its window is unknown, in tokens. */
  readonly usualTokens: number;
  /** Whether the amount of source text follows the speed of the model, or only its window. */
  readonly followsSpeed: boolean;
};

/** Finds the window, and with one call the speed, unless the server reports no window. Never throws. */
export async function measurePace(
  { model, contextWindow }: Pick<ModelProvider, 'model' | 'contextWindow'>,
  { profile, timeoutMs, followsSpeed }: PacedModel,
  signal: AbortSignal,
): Promise<void> {
  using deadline = startDeadline(timeoutMs, signal);
  const window = (await contextWindow?.(deadline.signal).catch(() => null)) ?? null;
  if (window === null) return;
  if (model.meter !== undefined) model.meter.reportedWindow = window.tokens;
  if (!followsSpeed) return;
  // It begins like the prompts of answers, so that the server has their beginning in its cache.
  const prompt = toFrame(USUAL, new Date(), profile());
  await callShortly(model, { prompt, limits: { timeoutMs, maxChars: MEASURED_CHARS } }, deadline.signal);
}

/** How much source text answers get, in words; empty if it is usual. */
export function describePace(paced: PacedModel): string {
  const times = { elapsedMs: SEARCH_MS, remainingMs: Number.POSITIVE_INFINITY };
  const { contextTokens, reason } = fitSources(paced, USUAL, times);
  return reason === undefined ? '' : `answers get up to ${contextTokens} tokens of source text: ${reason}`;
}

/** The time from the question to the first word, in milliseconds. */
const TARGET_MS = 8000;
/** More than this hardly helps (docs/slow-models.md), with less, many answers are missing. */
const TOKENS = { max: 6000, min: 500 } as const;
/** The share of the time to the first word that is planned: it came 1.2 s late on a busy machine. */
const PLANNED_SHARE = 0.85;
/** If even the minimum would take too long, the first word may be this much later than the target. */
const PATIENCE = 1.5;
/** What every model gets; less than this is no source. */
const LEAST_TOKENS = 150;
/** The share of the remaining time in which the prompt must be read. */
const READING_SHARE = 0.6;
const LOADING = 'the model is being loaded; its first word will be late';
/** A source with less text than this is hardly worth its title. */
const TOKENS_PER_SOURCE = 100;

/**
 * The sources that a model can read before its first word is due and that fit into its context window, with
 * the reason in words. While its speed or its window is unknown, it gets no more than the usual amount. A
 * source counts with its title and its other facts.
 */
export function fitSources(
  { pace, profile, usualTokens, followsSpeed }: PacedModel,
  question: Question,
  { elapsedMs, remainingMs }: Parameters<FitSources>[1],
): SourceLimits {
  const { readTokensPerSecond: speed, windowTokens } = pace;
  const usual = { maxSources: question.maxSources, contextTokens: usualTokens };
  if (followsSpeed && pace.isLoading) return { ...usual, reason: LOADING, isLoading: true };
  const isMeasured = followsSpeed && speed !== null;
  if (!isMeasured && windowTokens === null) return usual;
  const { system, user } = toFrame(question, new Date(), profile());
  const userTokens = estimateTokens(user);
  const headTokens = SOURCE_HEAD_TOKENS[profile() === 'small' ? 'small' : 'usual'];
  const fitting =
    windowTokens === null
      ? Number.POSITIVE_INFINITY
      : fittingTokens(windowTokens, userTokens + estimateTokens(system));
  const heads = question.maxSources * headTokens;
  const noRoom = `more does not fit into the model's context window of ${windowTokens} tokens`;
  if (!isMeasured)
    return fitting >= usualTokens + heads
      ? usual
      : { ...limitsOf(question, fitting, headTokens), reason: noRoom };
  const frame = userTokens + (pace.hasRead(system) ? 0 : estimateTokens(system));
  const readable = (untilMs: number) =>
    (Math.min(untilMs - elapsedMs, READING_SHARE * remainingMs) * speed) / 1000 - frame;
  const inTime = Math.max(
    readable(PLANNED_SHARE * TARGET_MS),
    Math.min(TOKENS.min, readable(PATIENCE * TARGET_MS)),
  );
  if (windowTokens === null && inTime >= usualTokens + heads) return usual;
  const reads = `the model reads about ${Math.round(speed)} tokens a second`;
  const most = Math.min(TOKENS.max, fitting);
  if (inTime < most) {
    const due = `its first word is due ${TARGET_MS / 1000} s after the question`;
    return { ...limitsOf(question, inTime, headTokens), reason: `${reads}, and ${due}` };
  }
  const limit = fitting < TOKENS.max ? `; ${noRoom}` : '';
  return { ...limitsOf(question, most, headTokens), reason: `${reads}${limit}` };
}

/** The number of sources and the amount of their text, for so many tokens with the heads of the sources. */
function limitsOf(
  { maxSources }: Question,
  tokens: number,
  headTokens: number,
): Pick<SourceLimits, 'maxSources' | 'contextTokens'> {
  const sources = Math.min(maxSources, Math.max(2, Math.floor(tokens / (TOKENS_PER_SOURCE + headTokens))));
  return {
    maxSources: sources,
    contextTokens: Math.max(LEAST_TOKENS, Math.round(tokens - sources * headTokens)),
  };
}

/** The tokens for sources in a window, beside the rest of the prompt and an answer. */
function fittingTokens(windowTokens: number, frameTokens: number): number {
  const answerTokens = Math.min(LONG_ANSWER_TOKENS, windowTokens / 5);
  return (windowTokens - answerTokens) / TOKENIZER_MARGIN - frameTokens;
}

/** English prose with citations has this many tokens for each word; other languages have more. */
const TOKENS_PER_WORD = 1.6;
/** The share of the time that the length asked for takes; models do not count, and machines vary. */
const ASKED_SHARE = 0.7;
/** Usual and long answers fit into these words, so more time changes nothing. */
const USUAL_WORDS = { quick: 150, detailed: 600 } as const;
/** One short sentence. */
const MIN_WORDS = 15;
/** The time to send what is written, in milliseconds. */
const SENDING_MS = 300;
/** If less time than this is left, another sentence is not begun. */
const SENTENCE_TOKENS = 50;
/** Looking for the end of a sentence takes time that grows with the text, so most pieces are left out. */
const SENTENCE_MAY_END = /[\p{Sentence_Terminal}…\]\n*"”’)]/u;
/** The longest end of a sentence: quotation marks and citations after the stop. */
const ENDING_CHARS = 24;
/** The beginning of a citation, which belongs to the sentence before it. */
const CITATION_BEGUN = /^\s*(?:\[[\d, ]*)?$/;

/**
 * The writer with answers that end before their time is up: a slow model is asked for a number of words that
 * it can write in time, and stopped at the end of a sentence when it has written them or would be late.
 */
export function withFittedLength(writer: Writer, paced: PacedModel): Writer {
  const { pace, timeoutMs } = paced;
  return withWrite(writer, (task, signal) => {
    const endAtMs = performance.now() + Math.min(timeoutMs, remainingMs(task.question.deadlineAtMs));
    const maxWords = fittingWords(task, paced, endAtMs - performance.now());
    if (maxWords === null) return writer.write(task, signal);
    const sentenceMs = (1000 * SENTENCE_TOKENS) / (pace.writtenTokensPerSecond ?? 1);
    const limits = {
      maxTokens: maxWords * TOKENS_PER_WORD,
      lastStartAtMs: endAtMs - SENDING_MS - sentenceMs,
    };
    return endAtSentence(writer.write({ ...task, maxWords }, signal), limits);
  });
}

/** The words that a model can write in this time after it has read its prompt; null if that is enough. */
function fittingWords(task: WritingTask, { pace, profile }: PacedModel, timeMs: number): number | null {
  const { writtenTokensPerSecond, readTokensPerSecond } = pace;
  const { intent, data, depth, length } = task.question;
  const isProse = task.toCorrect === undefined && intent === undefined && data === undefined;
  if (!isProse || writtenTokensPerSecond === null) return null;
  const usual = USUAL_WORDS[depth === 'deep' || length === 'detailed' ? 'detailed' : 'quick'];
  const wordsIn = (ms: number) =>
    (ASKED_SHARE * writtenTokensPerSecond * (ms - SENDING_MS)) / 1000 / TOKENS_PER_WORD;
  // Half of the time is more than any reading takes, so the prompt need not be counted.
  if (wordsIn(timeMs / 2) >= usual || readTokensPerSecond === null) return null;
  const { system, user } = toPrompt(task, new Date(), profile());
  const newTokens = estimateTokens(user) + (pace.hasRead(system) ? 0 : estimateTokens(system));
  const words = wordsIn(timeMs - (1000 * newTokens) / readTokensPerSecond);
  return words >= usual ? null : Math.max(MIN_WORDS, 5 * Math.floor(words / 5));
}

/**
 * What is written, until the first end of a sentence at which one of the limits is reached: the tokens, or
 * the time (by `performance.now()`) after which no sentence is begun.
 */
async function* endAtSentence(
  parts: AsyncGenerator<WrittenPart>,
  { maxTokens, lastStartAtMs }: { readonly maxTokens: number; readonly lastStartAtMs: number },
): AsyncGenerator<WrittenPart> {
  let text = '';
  let tokens = 0;
  for await (const part of parts) {
    if (part.type !== 'text') {
      yield part;
      continue;
    }
    const isDue = performance.now() > lastStartAtMs || tokens >= maxTokens;
    const whole = text + part.text;
    const mayEnd = isDue && SENTENCE_MAY_END.test(text.slice(-ENDING_CHARS) + part.text);
    const end = mayEnd ? finishedSentences(whole).length : 0;
    if (end > 0 && text.slice(end).trim() === '' && !CITATION_BEGUN.test(whole.slice(end))) {
      if (end > text.length) yield { type: 'text', text: whole.slice(text.length, end) };
      return;
    }
    text = whole;
    tokens += estimateTokens(part.text);
    yield part;
  }
}

/** Searching and reading in one round, in milliseconds. */
const ROUND_MS = 10_000;
/** The tokens that each call reads besides the sources, and those that it writes. */
const CALLS = {
  plan: { reads: 150, writes: 80 },
  gap: { reads: 200, writes: 60 },
  write: { reads: 300, writes: 900 },
  correct: { reads: 300, writes: 150 },
} as const;
/** The share of the time of one call in which the sources of a deep answer must be read. */
const DEEP_READING_SHARE = 0.4;
const MIN_TOKENS = 500;
/** Calls take longer than estimated if the machine is busy. */
const MARGIN = 1.4;
/** The share of the remaining time that planning may take. */
const PLAN_SHARE = 0.25;

/** The limits of a deep answer at this speed, from 90 seconds to 15 minutes; null if unknown. */
export function fitDeep({ pace, timeoutMs }: PacedModel): DeepLimits | null {
  const { readTokensPerSecond: reads, writtenTokensPerSecond: writes } = pace;
  if (reads === null || writes === null) return null;
  const readable = (DEEP_READING_SHARE * timeoutMs * reads) / 1000 - CALLS.write.reads;
  const contextTokens = Math.round(Math.min(DEEP_SOURCE_TOKENS, Math.max(MIN_TOKENS, readable)));
  const msOf = (call: keyof typeof CALLS) => {
    const sources = call === 'plan' ? 0 : contextTokens;
    const ms = (1000 * (CALLS[call].reads + sources)) / reads + (1000 * CALLS[call].writes) / writes;
    return Math.min(timeoutMs, ms);
  };
  const all = msOf('plan') + msOf('gap') + msOf('write') + msOf('correct');
  const neededMs = MARGIN * all + 2 * ROUND_MS;
  return {
    contextTokens,
    deadlineMs: Math.min(DEEP_TIME_MS.max, Math.max(DEEP_TIME_MS.min, neededMs)),
    // A call that is made may take longer than planned, by the margin once more.
    callMs(call, remainingMs) {
      const ms = MARGIN * msOf(call);
      const freeMs = {
        plan: PLAN_SHARE * remainingMs,
        gap: remainingMs - MARGIN * msOf('write') - ROUND_MS,
        correct: remainingMs,
      }[call];
      return ms <= freeMs ? Math.min(freeMs, MARGIN * ms) : 0;
    },
  };
}

/** The settings that limit the length of a prompt. */
export type PromptLimits = {
  /** The maximum amount of source text, in tokens: `CONTEXT_TOKENS`. */
  readonly contextTokens: number;
  /** The longest question, in characters: `MAX_QUERY_CHARS`. */
  readonly maxQueryChars: number;
};

const FIXED_TOKENS = estimateTokens(SOURCED) + estimateTokens(SOURCED_REMINDER);
/**
 * Title, host, site, author, date and tags of one source: 43 tokens on average, and over 60 for one page in
 * twenty; 30 as a line for small models.
 */
const SOURCE_HEAD_TOKENS = { usual: 50, small: 35, max: 85 } as const;
const SOURCES = { usual: 5, max: 10 } as const;
const USUAL_QUESTION_TOKENS = 100;
/** Three earlier questions and answers, shortened by `prompt.ts`: 2,700 characters at `CHARS_PER_TOKEN`. */
const HISTORY_TOKENS = 1350;
/** The style that the calling program requests: 1,000 characters, and the heading above them. */
const STYLE_TOKENS = 530;
/** English has four characters per token, Chinese about one; long questions in Chinese are rare. */
const CHARS_PER_TOKEN = 2;
const USUAL_ANSWER_TOKENS = 500;

/** The context window for prompts within these limits. */
export function windowNeed({ contextTokens, maxQueryChars }: PromptLimits): WindowNeed {
  const text = contextTokens + FIXED_TOKENS;
  const usual = SOURCES.usual * SOURCE_HEAD_TOKENS.usual + USUAL_QUESTION_TOKENS + USUAL_ANSWER_TOKENS;
  const rest =
    SOURCES.max * SOURCE_HEAD_TOKENS.max + HISTORY_TOKENS + STYLE_TOKENS + maxQueryChars / CHARS_PER_TOKEN;
  return {
    min: text + usual,
    frame: FIXED_TOKENS + usual,
    max: Math.ceil(text * TOKENIZER_MARGIN + rest + LONG_ANSWER_TOKENS),
  };
}
