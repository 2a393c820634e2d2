import { finishedSentences } from '@sayso/text/finished-sentences.ts';
import { estimateTokens } from '@sayso/text/tokens.ts';
import { remainingMs } from '../../core/deadline.ts';
import type { ModelPace } from '../../core/model-pace.ts';
import { toPrompt } from '../prompt.ts';
import type { PromptProfile } from '../prompt-profile.ts';
import type { Writer, WritingTask, WrittenPart } from '../writer.ts';
import { withWrite } from './fallback.ts';

/** The speed of a model, the prompt that it gets, and the longest time of a call. */
export type LengthOptions = {
  readonly pace: ModelPace;
  profile(): PromptProfile;
  readonly timeoutMs: number;
};

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
export function withFittedLength(writer: Writer, options: LengthOptions): Writer {
  const { pace, timeoutMs } = options;
  return withWrite(writer, (task, signal) => {
    const endAtMs = performance.now() + Math.min(timeoutMs, remainingMs(task.question.deadlineAtMs));
    const maxWords = fittingWords(task, options, endAtMs - performance.now());
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
function fittingWords(task: WritingTask, { pace, profile }: LengthOptions, timeMs: number): number | null {
  const { writtenTokensPerSecond, readTokensPerSecond } = pace;
  const { rework, plain, data, depth, length } = task.question;
  const isProse = task.toCorrect === undefined && !rework && !plain && !data;
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
