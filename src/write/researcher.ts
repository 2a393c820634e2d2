import { likelyRarity } from '@sayso/text/relevance.ts';
import { toSentences } from '@sayso/text/sentences.ts';
import { firstChars, subjectOf } from '@sayso/text/text.ts';
import { isStopWord, stem, toWords } from '@sayso/text/words.ts';
import type { Source } from '../core/source.ts';
import { addSpent } from '../core/usage.ts';
import type { LanguageModelLike, Prompt } from '../models/language-model.ts';
import { callShortly } from '../models/short-call.ts';
import { GAP, GAP_REMINDER, PLAN } from './instructions.ts';
import { namesIn } from './names.ts';
import { sanitizeForPrompt } from './sanitize-for-prompt.ts';
import { toSourceBlock } from './source-block.ts';
import type { Researcher } from './writer.ts';

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

/**
 * Researches with a model, which writes one query per line. If its call fails, hangs or has no usable line,
 * or if there is no model, rules decide.
 */
export function createResearcher(model: LanguageModelLike | null): Researcher {
  const ask = async (
    prompt: Prompt,
    limits: Omit<Parameters<typeof callShortly>[1]['limits'], 'maxChars'>,
    signal: AbortSignal,
  ) => {
    if (model === null) return { text: '', spent: addSpent() };
    const bounded = { ...limits, maxChars: MAX_REPLY_CHARS };
    const { text, ...spent } = await callShortly(model, { prompt, limits: bounded }, signal);
    return { text, spent };
  };
  return {
    async plan(question, limits, signal) {
      const { text, spent } = await ask(toPlanPrompt(question), { ...limits, queriesFor: question }, signal);
      const queries = withoutRepeats(toQueries(text, question), [question]).slice(0, MAX_QUERIES.plan);
      return { queries: queries.length > 0 ? queries : splitQuestion(question), ...spent };
    },
    async findGap(findings, { maxQueries, ...limits }, signal) {
      const { question, sources } = findings;
      const prompt = toGapPrompt(question, sources);
      const { text, spent } = await ask(prompt, { ...limits, queriesFor: question }, signal);
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
    ...sources.map((source) => toSourceBlock(source)),
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

/** The limits of what is examined of a source; real texts have fewer sentences. */
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
export function bridgeQueries(
  { question, sources }: Parameters<Researcher['findGap']>[0],
  maxQueries: number,
): readonly string[] {
  const rarities = raritiesIn(question);
  const titles = new Set(sources.map(({ title }) => toWords(subjectOf(title)).join(' ')));
  const bridges = new Map<string, Bridge>();
  for (const [place, source] of sources.entries()) {
    for (const bridge of bridgesIn(source, rarities)) {
      const key = toWords(bridge.name).join(' ');
      const worth = bridge.worth * SOURCE_DECAY ** place;
      if (!titles.has(key) && worth > (bridges.get(key)?.worth ?? 0)) bridges.set(key, { ...bridge, worth });
    }
  }
  return [...bridges.values()]
    .sort((one, other) => other.worth - one.worth)
    .slice(0, maxQueries)
    .map(({ name, title }) => [name, ...wordsBeside(question, `${name} ${title}`)].join(' '));
}

/** A name in a source whose page may have the answer. */
type Bridge = {
  readonly name: string;
  readonly title: string;
  /** How rare the words are that the sentence with the name, or the title, shares with the question. */
  readonly worth: number;
};

/** The names in the sentences of a source, each as often as it occurs. */
function* bridgesIn({ title, passages }: Source, rarities: ReadonlyMap<string, number>): Generator<Bridge> {
  const rarityOfAll = (terms: ReadonlySet<string>) =>
    terms.values().reduce((total, term) => total + (rarities.get(term) ?? 0), 0);
  const titleTerms = new Set(toTerms(title));
  const sharedByTitle = rarityOfAll(titleTerms);
  const text = passages.map((passage) => passage.text).join('\n');
  const sentences = toSentences(text.slice(0, MAX_SOURCE_CHARS)).slice(0, MAX_SOURCE_SENTENCES);
  for (const sentence of sentences) {
    const worth = sharedByTitle + rarityOfAll(new Set(toTerms(sentence)).difference(titleTerms));
    if (worth === 0) continue;
    for (const name of namesIn(sentence)) {
      const isNew = toTerms(name).some((term) => !rarities.has(term));
      // A date is not a name that could be searched for.
      if (isNew && !NUMBER.test(name)) yield { name, title, worth };
    }
  }
}

/** The first words of a question that are missing from a text. */
function wordsBeside(question: string, text: string): readonly string[] {
  const covered = new Set(toTerms(text));
  const words = new Set(meaningfulWords(question).filter((word) => !covered.has(stem(word))));
  return [...words].slice(0, MAX_WORDS);
}

function raritiesIn(text: string): ReadonlyMap<string, number> {
  return new Map(meaningfulWords(text).map((word) => [stem(word), likelyRarity(word)]));
}

function toTerms(text: string): readonly string[] {
  return meaningfulWords(text).map(stem);
}

/** The words of a text that a search engine can use: all except stop words. */
function meaningfulWords(text: string): readonly string[] {
  return toWords(text).filter((word) => !isStopWord(word));
}

/** Leaves out each text that has the same words in the same order as an earlier or a known one. */
export function withoutRepeats(texts: readonly string[], known: readonly string[]): readonly string[] {
  const keyOf = (text: string) => toWords(text).join(' ');
  const seen = new Set(known.map(keyOf));
  return texts.filter((text) => {
    const key = keyOf(text);
    if (key === '' || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
