import { toSentences } from '@sayso/text/sentences.ts';
import { firstChars } from '@sayso/text/text.ts';
import { isStopWord, stem, toWords } from '@sayso/text/words.ts';
import type { Source } from '../../core/source.ts';
import type { LanguageModelLike } from '../../models/language-model.ts';
import type { Prompt } from '../../models/prompt.ts';
import { type CallLimits, callShortly } from '../../models/short-call.ts';
import { GAP, GAP_REMINDER, PLAN } from '../instructions.ts';
import { namesIn } from '../query/names.ts';
import type { Researcher } from '../researcher.ts';
import { sanitizeForPrompt } from '../sanitize-for-prompt.ts';
import { toSourceBlock } from '../source-block.ts';
import { bridgeQueries } from './bridge-queries.ts';
import { meaningfulWords, withoutRepeats } from './query-words.ts';

/** The maximum number of queries. */
const MAX_QUERIES = { plan: 4, gap: 3 } as const;
/** A longer reply is an answer, not a list of queries. */
const MAX_REPLY_CHARS = 1200;
const MAX_QUERY_CHARS = 200;
/** Numbers, bullets and labels before a query. */
const LEAD =
  /^[\s>]*(?:[-*+•–]|\(?\d{1,2}[.):])?[\s*`]*(?:(?:search |sub-?)?(?:query|question)(?: \d)?:[\s*`]*)?/iu;
const TAIL = /[\s*`]+$/u;
/** Quotation marks around a whole query. Those around a part of it ask the engine for these very words. */
const IN_QUOTES = /^["'“”„«»]+([^"“”„«»]*)["'“”„«»]+$/u;
/** A sentence about the sources, which is no query. */
const REMARK = /\bsources?\b.*[.!]$/iu;
/** The reply that nothing is missing, also inside a sentence if it is written as it was asked for. */
const ENOUGH = /^[\s"'*`#]*(?:enough\b|none\W*$)/imu;
const LOUD_ENOUGH = /(?<!\bNOT )\bENOUGH\b/u;

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
      const { text, spent } = await ask(toPlanPrompt(question), { ...limits, queriesFor: question }, signal);
      const queries = withoutRepeats(toQueries(text, question), [question]).slice(0, MAX_QUERIES.plan);
      return { queries: queries.length > 0 ? queries : splitQuestion(question), ...spent };
    },
    async findGap(findings, { maxQueries, ...limits }, signal) {
      const { question, sources } = findings;
      const { text, spent } = await ask(
        toGapPrompt(question, sources),
        { ...limits, queriesFor: question },
        signal,
      );
      if (ENOUGH.test(text) || LOUD_ENOUGH.test(text)) return { queries: [], ...spent };
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
    .map((line) => line.replace(LEAD, '').replace(TAIL, '').replace(IN_QUOTES, '$1'))
    .filter((line) => isQuery(line) && isAbout(line, aboutTerms));
}

function isQuery(line: string): boolean {
  return line.length <= MAX_QUERY_CHARS && !/[:：]$/u.test(line) && !REMARK.test(line);
}

function isAbout(line: string, terms: ReadonlySet<string>): boolean {
  return toWords(line).some((word) => !isStopWord(word) && terms.has(stem(word)));
}

/** The prompt that asks for the parts of a question. */
export function toPlanPrompt(question: string): Prompt {
  return { system: PLAN, user: `Question: ${sanitizeForPrompt(question.trim())}` };
}

/** The prompt that asks which facts the sources lack, fenced and sanitized as in `toPrompt`. */
export function toGapPrompt(question: string, sources: readonly Source[]): Prompt {
  const blocks = [
    ...sources.map(toSourceBlock),
    `Question: ${sanitizeForPrompt(question.trim())}`,
    GAP_REMINDER,
  ];
  return { system: GAP, user: blocks.join('\n\n') };
}

const MAX_QUESTION_CHARS = 2000;
const MAX_PARTS = 4;
const MAX_PART_CHARS = 300;
const LETTER = /\p{L}/u;
const QUOTED = /["“„«]([^"”“„«»]{2,80})["”“»]/gu;
const SENTENCE = /[^?？.!。！]+[?？.!。！]*/gu;
/** The minimum number of words in a sentence that is searched for separately. */
const MIN_WORDS = 3;

/**
 * The queries that rules add to the question: its quoted titles, its names, and its sentences if it has
 * several. Linear time.
 */
export function splitQuestion(question: string): readonly string[] {
  const text = firstChars(question.trim(), MAX_QUESTION_CHARS);
  const titles = Array.from(text.matchAll(QUOTED), ([, title = '']) => title.trim());
  // A first word is capitalised in each sentence.
  const names = toSentences(text)
    .flatMap(namesIn)
    .filter((name) => LETTER.test(name) && !titles.some((title) => title.includes(name)));
  const sentences = text.match(SENTENCE)?.map((each) => each.trim()) ?? [];
  const longSentences =
    sentences.length < 2 ? [] : sentences.filter((each) => meaningfulWords(each).length >= MIN_WORDS);
  const parts = [...titles, ...names, ...longSentences].map((part) => firstChars(part, MAX_PART_CHARS));
  return withoutRepeats(parts, [text]).slice(0, MAX_PARTS);
}
