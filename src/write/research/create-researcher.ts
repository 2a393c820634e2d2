import type { Source } from '../../core/source.ts';
import { isStopWord, stem, toWords } from '../../lib/text/words.ts';
import type { LanguageModelLike } from '../../models/language-model.ts';
import type { Prompt } from '../../models/prompt.ts';
import { type CallLimits, callShortly } from '../../models/short-call.ts';
import type { Researcher } from '../researcher.ts';
import { bridgeQueries } from './bridge-queries.ts';
import { withoutRepeats } from './query-words.ts';
import { toGapPrompt, toPlanPrompt } from './research-prompts.ts';
import { splitQuestion } from './split-question.ts';

/** The maximum number of queries. */
const MAX_QUERIES = { plan: 4, gap: 3 } as const;
/** A longer reply is an answer, not a list of queries. */
const MAX_REPLY_CHARS = 1200;
const MAX_QUERY_CHARS = 200;
/** Numbers, bullets and labels before a query, and quotation marks around it. */
const LEAD =
  /^[\s>]*(?:[-*+•–]|\(?\d{1,2}[.):])?[\s"'“”„«»*`]*(?:(?:search |sub-?)?(?:query|question)(?: \d)?:\s*)?/iu;
const TAIL = /[\s"'“”„«»*`]+$/u;
const ENOUGH = /^[\s"'*`#]*enough\b/imu;

/** Researches by rules alone, for a service without a model. */
export const researcherByRules: Researcher = {
  plan: async (question) => ({ queries: splitQuestion(question), tokens: 0, calls: 0 }),
  findGap: async (findings, { maxQueries }) => ({
    queries: bridgeQueries(findings, maxQueries),
    tokens: 0,
    calls: 0,
  }),
};

/**
 * Researches with a model, which writes one query per line. If its call fails, hangs or has no usable line,
 * the rules decide.
 */
export function createResearcher(model: LanguageModelLike): Researcher {
  const ask = async (prompt: Prompt, limits: Omit<CallLimits, 'maxChars'>, signal: AbortSignal) => {
    const bounded = { ...limits, maxChars: MAX_REPLY_CHARS };
    const { text, tokens } = await callShortly(model, { prompt, limits: bounded }, signal);
    return { text, spent: { tokens, calls: tokens > 0 ? 1 : 0 } };
  };
  return {
    async plan(question, limits, signal) {
      const { text, spent } = await ask(toPlanPrompt(question), limits, signal);
      const queries = withoutRepeats(toQueries(text, question), [question]).slice(0, MAX_QUERIES.plan);
      return { queries: queries.length > 0 ? queries : splitQuestion(question), ...spent };
    },
    async findGap(findings, { maxQueries, ...limits }, signal) {
      const { question, sources } = findings;
      const { text, spent } = await ask(toGapPrompt(question, sources), limits, signal);
      if (ENOUGH.test(text)) return { queries: [], ...spent };
      const maxGapQueries = Math.min(MAX_QUERIES.gap, maxQueries);
      const gapQueries = withoutRepeats(toQueries(text, textOf(question, sources)), [question]);
      const queries = gapQueries.slice(0, maxGapQueries);
      return { queries: queries.length > 0 ? queries : bridgeQueries(findings, maxQueries), ...spent };
    },
  };
}

function textOf(question: string, sources: readonly Source[]): string {
  const texts = sources.flatMap(({ title, passages }) => [title, ...passages.map(({ text }) => text)]);
  return [question, ...texts].join('\n');
}

/** The lines of a reply that are queries: short lines that contain a word of the text `about`. */
export function toQueries(reply: string, about: string): readonly string[] {
  const aboutTerms = new Set(toWords(about).map(stem));
  return reply
    .slice(0, MAX_REPLY_CHARS)
    .split('\n')
    .map((line) => line.replace(LEAD, '').replace(TAIL, ''))
    .filter((line) => line.length <= MAX_QUERY_CHARS && !/[:：]$/u.test(line) && isAbout(line, aboutTerms));
}

function isAbout(line: string, terms: ReadonlySet<string>): boolean {
  return toWords(line).some((word) => !isStopWord(word) && terms.has(stem(word)));
}
