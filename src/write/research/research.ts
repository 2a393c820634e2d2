import { toSentences } from '../../core/sentences.ts';
import type { Source } from '../../core/terms.ts';
import { firstChars } from '../../core/text.ts';
import { rarityOf } from '../../core/tokens.ts';
import { isStopWord, stem, toWords } from '../../core/words.ts';
import { namesIn } from '../condense/names.ts';
import type { LanguageModelLike } from '../model/language-model.ts';
import { askShortly, type CallLimits } from '../model/short-call.ts';
import { type Prompt, toGapPrompt, toPlanPrompt } from '../prompt.ts';
import type { Research } from '../researcher.ts';

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

const MAX_NAMES = 3;
/** The characters of a source that are looked at. */
const MAX_SOURCE_CHARS = 4000;
const NUMBER = /\p{N}/u;

/**
 * Names in the sources that the question lacks and that no source is about, the most promising first: rare
 * names in the sentences that share rare words with the question. The answer to a question of two steps is
 * often on the page of such a name. Linear time.
 *
 * With the rarity of words in general instead of a count of shared words, deep answers find all pages of 88 %
 * of the questions of `bench:deep`, instead of 81 %.
 */
export function bridgeNames(question: string, sources: readonly Source[]): readonly string[] {
  const asked = raritiesIn(question);
  const known = new Set([question, ...sources.map(({ title }) => title)].flatMap(toTerms));
  const worth = new Map<string, number>();
  for (const { passages } of sources) {
    const text = passages
      .map((passage) => passage.text)
      .join('\n')
      .slice(0, MAX_SOURCE_CHARS);
    for (const sentence of toSentences(text)) {
      const shared = sum([...new Set(toTerms(sentence))].map((term) => asked.get(term) ?? 0));
      // A date is a name of nothing that could be searched for.
      const names = shared === 0 ? [] : namesIn(sentence).filter((name) => !NUMBER.test(name));
      for (const name of names) {
        const news = [...raritiesIn(name)].flatMap(([term, rarity]) => (known.has(term) ? [] : [rarity]));
        const value = shared * Math.max(0, ...news);
        if (value > (worth.get(name) ?? 0)) worth.set(name, value);
      }
    }
  }
  const names = [...worth].sort(([, one], [, other]) => other - one).map(([name]) => name);
  return distinct(names, [question]).slice(0, MAX_NAMES);
}

function raritiesIn(text: string): ReadonlyMap<string, number> {
  return new Map(meaningfulWords(text).map((word) => [stem(word), rarityOf(word)]));
}

function toTerms(text: string): readonly string[] {
  return meaningfulWords(text).map(stem);
}

function meaningfulWords(text: string): readonly string[] {
  return toWords(text).filter((word) => !isStopWord(word));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

const MAX_PARTS = 4;
const MAX_PART_CHARS = 300;
const LETTER = /\p{L}/u;
const QUOTED = /["“„«]([^"”“„«»]{2,80})["”“»]/gu;
const SENTENCE = /[^?？.!。！]+[?？.!。！]*/gu;
/** Words of an own sentence that are too few to be searched for. */
const LEAST_WORDS = 3;

/**
 * What to search for besides a question, by rules: its quoted titles, its names, and its sentences if it has
 * several. Linear time.
 */
export function splitQuestion(question: string): readonly string[] {
  const text = firstChars(question.trim(), 2000);
  const titles = Array.from(text.matchAll(QUOTED), ([, title = '']) => title.trim());
  const names = namesIn(text).filter(
    (name) => LETTER.test(name) && !titles.some((title) => title.includes(name)),
  );
  const sentences = text.match(SENTENCE)?.map((each) => each.trim()) ?? [];
  const asked =
    sentences.length < 2 ? [] : sentences.filter((each) => meaningfulWords(each).length >= LEAST_WORDS);
  const parts = [...titles, ...names, ...asked].map((part) => firstChars(part, MAX_PART_CHARS));
  return distinct(parts, [text]).slice(0, MAX_PARTS);
}

/** The texts whose words, in order, are not those of another one before or of a known one. */
export function distinct(texts: readonly string[], known: readonly string[]): readonly string[] {
  const keyOf = (text: string) => toWords(text).join(' ');
  const seen = new Set(known.map(keyOf));
  return texts.filter((text) => {
    const key = keyOf(text);
    if (key === '' || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
