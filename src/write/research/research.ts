import type { Source } from '../../core/terms.ts';
import { isStopWord, stem, toWords } from '../../core/words.ts';
import type { LanguageModelLike } from '../model/language-model.ts';
import { askShortly, type CallLimits } from '../model/short-call.ts';
import { type Prompt, toGapPrompt, toPlanPrompt } from '../prompt.ts';
import type { Research } from '../researcher.ts';
import { bridgeNames } from './bridge-names.ts';
import { distinct, splitQuestion } from './split-question.ts';

/** More queries than this are not searched for. */
const MOST = { plan: 4, gap: 3 } as const;
/** A longer reply is an answer, not a list of queries. */
const MAX_REPLY_CHARS = 1200;
const MAX_QUERY_CHARS = 200;
/** Numbers, bullets and labels before a query, and quotation marks around it. */
const LEAD =
  /^[\s>]*(?:[-*+•–]|\(?\d{1,2}[.):])?[\s"'“”„«»*`]*(?:(?:search |sub-?)?(?:query|question)(?: \d)?:\s*)?/iu;
const TAIL = /[\s"'“”„«»*`]+$/u;
const ENOUGH = /^[\s"'*`#]*enough\b/imu;

/** Researches by rules alone, for a service without a model. */
export const researchByRules: Research = {
  plan: async (question) => ({ queries: splitQuestion(question), tokens: 0, calls: 0 }),
  findGap: async ({ question, sources }) => ({
    queries: bridgeNames(question, sources),
    tokens: 0,
    calls: 0,
  }),
};

/**
 * Researches with a model, which writes one query per line. If its call fails, hangs or has no usable line,
 * the rules decide.
 */
export function createResearch(model: LanguageModelLike): Research {
  const ask = async (prompt: Prompt, limits: Omit<CallLimits, 'maxChars'>, signal: AbortSignal) => {
    const bounded = { ...limits, maxChars: MAX_REPLY_CHARS };
    const { text, tokens } = await askShortly(model, { prompt, limits: bounded }, signal);
    return { text, spent: { tokens, calls: tokens > 0 ? 1 : 0 } };
  };
  return {
    async plan(question, limits, signal) {
      const { text, spent } = await ask(toPlanPrompt(question), limits, signal);
      const queries = distinct(toQueries(text, question), [question]).slice(0, MOST.plan);
      return { queries: queries.length > 0 ? queries : splitQuestion(question), ...spent };
    },
    async findGap({ question, sources }, limits, signal) {
      const { text, spent } = await ask(toGapPrompt(question, sources), limits, signal);
      if (ENOUGH.test(text)) return { queries: [], ...spent };
      const queries = distinct(toQueries(text, textOf(question, sources)), [question]).slice(0, MOST.gap);
      return { queries: queries.length > 0 ? queries : bridgeNames(question, sources), ...spent };
    },
  };
}

function textOf(question: string, sources: readonly Source[]): string {
  const texts = sources.flatMap(({ title, passages }) => [title, ...passages.map(({ text }) => text)]);
  return [question, ...texts].join('\n');
}

/** The lines of a reply that are queries: short, and with a word of what they are about. */
export function toQueries(reply: string, about: string): readonly string[] {
  const known = new Set(toWords(about).map(stem));
  return reply
    .slice(0, MAX_REPLY_CHARS)
    .split('\n')
    .map((line) => line.replace(LEAD, '').replace(TAIL, ''))
    .filter((line) => line.length <= MAX_QUERY_CHARS && !/[:：]$/u.test(line) && isAbout(line, known));
}

function isAbout(line: string, known: ReadonlySet<string>): boolean {
  return toWords(line).some((word) => !isStopWord(word) && known.has(stem(word)));
}
