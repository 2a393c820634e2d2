import { estimateTokens } from '@sayso/text/tokens.ts';
import type { FitSources, SourceLimits } from '../core/budget.ts';
import type { ModelPace } from '../core/model-pace.ts';
import type { Question } from '../core/question.ts';
import { LONG_ANSWER_TOKENS, TOKENIZER_MARGIN } from '../models/context-window.ts';
import { toFrame } from './prompt.ts';
import type { PromptProfile } from './prompt-profile.ts';
import { SOURCE_HEAD_TOKENS } from './prompt-tokens.ts';

/** How much source text a model gets. */
export type FitOptions = {
  readonly pace: ModelPace;
  /** The prompt that the model gets. */
  profile(): PromptProfile;
  /** The time from the question to the first word, in milliseconds. */
  readonly targetMs: number;
  /** The amount of source text while the model's speed or its window is unknown, in tokens. */
  readonly usualTokens: number;
};

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
export function createFitSources({ pace, profile, targetMs, usualTokens }: FitOptions): FitSources {
  return (question, { elapsedMs, remainingMs }) => {
    const { readTokensPerSecond: speed, windowTokens } = pace;
    const usual = { maxSources: question.maxSources, contextTokens: usualTokens };
    if (pace.isLoading) return { ...usual, reason: LOADING, isLoading: true };
    if (speed === null) return usual;
    const { system, user } = toFrame(question, new Date(), profile());
    const userTokens = estimateTokens(user);
    const frame = userTokens + (pace.hasRead(system) ? 0 : estimateTokens(system));
    const readable = (untilMs: number) =>
      (Math.min(untilMs - elapsedMs, READING_SHARE * remainingMs) * speed) / 1000 - frame;
    const inTime = Math.max(
      readable(PLANNED_SHARE * targetMs),
      Math.min(TOKENS.min, readable(PATIENCE * targetMs)),
    );
    const headTokens = SOURCE_HEAD_TOKENS[profile() === 'small' ? 'small' : 'usual'];
    const heads = question.maxSources * headTokens;
    if (windowTokens === null && inTime >= usualTokens + heads) return usual;
    const fitting =
      windowTokens === null
        ? Number.POSITIVE_INFINITY
        : fittingTokens(windowTokens, userTokens + estimateTokens(system));
    const reads = `the model reads about ${Math.round(speed)} tokens a second`;
    const most = Math.min(TOKENS.max, fitting);
    if (inTime < most) {
      const due = `its first word is due ${Math.round(targetMs / 1000)} s after the question`;
      return { ...limitsOf(question, inTime, headTokens), reason: `${reads}, and ${due}` };
    }
    const limit = fitting < TOKENS.max ? '; more does not fit into its context window' : '';
    return { ...limitsOf(question, most, headTokens), reason: `${reads}${limit}` };
  };
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
