import type { Source } from '../../core/source.ts';
import { toSentences } from '../../lib/text/sentences.ts';
import { firstChars } from '../../lib/text/text.ts';
import { splitTitle } from '../../lib/text/title.ts';
import { rarityOf } from '../../lib/text/tokens.ts';
import { isStopWord, stem, toWords } from '../../lib/text/words.ts';
import type { LanguageModelLike } from '../../models/language-model.ts';
import type { Prompt } from '../../models/prompt.ts';
import { type CallLimits, callShortly } from '../../models/short-call.ts';
import { namesIn } from '../condense/names.ts';
import { toGapPrompt, toPlanPrompt } from '../prompt.ts';
import type { Known, Research } from '../researcher.ts';

/** The maximum number of queries. */
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
  findGap: async (known) => ({ queries: bridgeQueries(known), tokens: 0, calls: 0 }),
};

/**
 * Researches with a model, which writes one query per line. If its call fails, hangs or has no usable line,
 * the rules decide.
 */
export function createResearch(model: LanguageModelLike): Research {
  const ask = async (prompt: Prompt, limits: Omit<CallLimits, 'maxChars'>, signal: AbortSignal) => {
    const bounded = { ...limits, maxChars: MAX_REPLY_CHARS };
    const { text, tokens } = await callShortly(model, { prompt, limits: bounded }, signal);
    return { text, spent: { tokens, calls: tokens > 0 ? 1 : 0 } };
  };
  return {
    async plan(question, limits, signal) {
      const { text, spent } = await ask(toPlanPrompt(question), limits, signal);
      const queries = distinct(toQueries(text, question), [question]).slice(0, MOST.plan);
      return { queries: queries.length > 0 ? queries : splitQuestion(question), ...spent };
    },
    async findGap(known, limits, signal) {
      const { question, sources, maxQueries } = known;
      const { text, spent } = await ask(toGapPrompt(question, sources), limits, signal);
      if (ENOUGH.test(text)) return { queries: [], ...spent };
      const queries = distinct(toQueries(text, textOf(question, sources)), [question]).slice(
        0,
        Math.min(MOST.gap, maxQueries),
      );
      return { queries: queries.length > 0 ? queries : bridgeQueries(known), ...spent };
    },
  };
}

function textOf(question: string, sources: readonly Source[]): string {
  const texts = sources.flatMap(({ title, passages }) => [title, ...passages.map(({ text }) => text)]);
  return [question, ...texts].join('\n');
}

/** The lines of a reply that are queries: short lines that contain a word of the text `about`. */
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

/** The characters and sentences of a source that are examined; real texts have fewer sentences. */
const MAX_SOURCE_CHARS = 4000;
const MAX_SOURCE_SENTENCES = 100;
const NUMBER = /\p{N}/u;
/** The weight of each source, relative to the source before it. */
const SOURCE_DECAY = 0.8;
/** The maximum number of words of the question that a query has in addition to the name. */
const MAX_WORDS = 6;

/**
 * Queries for names that occur in the sources' sentences about the question, but not in the question and not
 * as the title of a source. The most promising names come first: those from the first sources, in sentences
 * that share rare words with the question. Each name is searched for together with the words of the question
 * that do not occur in the title of its source. The answer to a two-step question is often on the page about
 * one of these names. Linear time.
 */
export function bridgeQueries({ question, sources, maxQueries }: Known): readonly string[] {
  const rarities = raritiesIn(question);
  const titles = new Set(sources.map(({ title }) => toWords(splitTitle(title).subject).join(' ')));
  const bridges = new Map<
    string,
    { readonly name: string; readonly about: string; readonly worth: number }
  >();
  for (const [place, { title, passages }] of sources.entries()) {
    const text = passages.map((passage) => passage.text).join('\n');
    const titleTerms = new Set(toTerms(title));
    const rarityOf = (terms: ReadonlySet<string>) =>
      sum(Array.from(terms, (term) => rarities.get(term) ?? 0));
    const sharedByTitle = rarityOf(titleTerms);
    const sentences = toSentences(text.slice(0, MAX_SOURCE_CHARS)).slice(0, MAX_SOURCE_SENTENCES);
    for (const sentence of sentences) {
      const shared = sharedByTitle + rarityOf(new Set(toTerms(sentence)).difference(titleTerms));
      const worth = shared * SOURCE_DECAY ** place;
      for (const name of worth === 0 ? [] : namesIn(sentence)) {
        const key = toWords(name).join(' ');
        const isNew = toTerms(name).some((term) => !rarities.has(term)) && !titles.has(key);
        // A date is not a name that could be searched for.
        if (isNew && !NUMBER.test(name) && worth > (bridges.get(key)?.worth ?? 0))
          bridges.set(key, { name, about: title, worth });
      }
    }
  }
  return [...bridges.values()]
    .sort((one, other) => other.worth - one.worth)
    .slice(0, maxQueries)
    .map(({ name, about }) => [name, ...wordsBeside(question, `${name} ${about}`)].join(' '));
}

/** The first words of a question that are missing from a text. */
function wordsBeside(question: string, text: string): readonly string[] {
  const covered = new Set(toTerms(text));
  const words = new Set(meaningfulWords(question).filter((word) => !covered.has(stem(word))));
  return [...words].slice(0, MAX_WORDS);
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
/** The minimum number of words in a sentence that is searched for separately. */
const MIN_WORDS = 3;

/**
 * The queries that rules add to the question: its quoted titles, its names, and its sentences if it has
 * several. Linear time.
 */
export function splitQuestion(question: string): readonly string[] {
  const text = firstChars(question.trim(), 2000);
  const titles = Array.from(text.matchAll(QUOTED), ([, title = '']) => title.trim());
  const names = namesIn(text).filter(
    (name) => LETTER.test(name) && !titles.some((title) => title.includes(name)),
  );
  const sentences = text.match(SENTENCE)?.map((each) => each.trim()) ?? [];
  const longSentences =
    sentences.length < 2 ? [] : sentences.filter((each) => meaningfulWords(each).length >= MIN_WORDS);
  const parts = [...titles, ...names, ...longSentences].map((part) => firstChars(part, MAX_PART_CHARS));
  return distinct(parts, [text]).slice(0, MAX_PARTS);
}

/** Leaves out each text that has the same words in the same order as an earlier or a known one. */
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
