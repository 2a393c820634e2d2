import { Failure } from '../../core/failure.ts';
import { createRelevance } from '../../core/relevance.ts';
import { subjectTerms } from '../../core/title.ts';
import { isStopWord, stem, toWords } from '../../core/words.ts';
import type { Writer, WritingTask } from '../writer.ts';
import { type Candidate, toCandidates } from './candidates.ts';
import { definitions } from './definition.ts';
import { escapeMarkdown } from './escape-markdown.ts';
import { LEAST_LEGIBLE } from './legibility.ts';

/** About 40 seconds of speech. The first quote is never left out. */
const MAX_WORDS = 85;
const MAX_QUOTES = 4;
const MAX_DEFINITIONS = 3;
/** A sentence that answers less than this share of what the first one answers is not worth reading. */
const LEAST_SHARE = 0.35;
/** A sentence repeats another that says this share of what it says beyond the question. */
const SAME_SHARE = 0.7;

/**
 * Answers without a model: quotes sentences of the sources word for word and numbered, the best one as a paragraph, then a
 * few others as a list, at most about 90 words in all. Where a source's title is what was asked for, those that say what it is; else those
 * that hold most of the question. The same sources give the same answer. Fails with `model-unavailable` when no source has
 * any text.
 */
export function createExtractiveWriter(): Writer {
  return {
    name: 'extractive',
    needsSources: true,
    async *write(task, signal) {
      signal.throwIfAborted();
      const [lead, ...others] = choose(alone(task));
      if (lead === undefined) throw new Failure('model-unavailable', 'The sources hold no text to quote.');
      yield { type: 'text', text: cited(lead) };
      for (const [at, other] of others.entries()) {
        yield { type: 'text', text: `${at === 0 ? '\n\n' : '\n'}- ${cited(other)}` };
      }
      yield { type: 'usage', tokens: 0 };
    },
  };
}

/** The task with a question that can be understood without the conversation before it. */
function alone(task: WritingTask): WritingTask {
  const { question, searchedFor = question.text } = task;
  return { ...task, question: { ...question, text: searchedFor } };
}

/** The sentences to quote, best first. Where none holds a word of the question, the first one there is. */
function choose({ question, sources }: WritingTask): Candidate[] {
  const candidates = toCandidates(question, sources);
  const defining = definitions(createRelevance(question.text).terms, sources, candidates);
  if (defining.length > 0) return withoutRepeats(defining, MAX_DEFINITIONS, question.text);
  const [lead = candidates[0], ...others] = candidates
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  if (lead === undefined) return [];
  const worthwhile = others.filter(
    ({ legible, score }) => legible >= LEAST_LEGIBLE && score >= LEAST_SHARE * lead.score,
  );
  const about = lead.isNews ? [] : definitionOf(lead);
  return withoutRepeats([...about.slice(0, 1), lead, ...worthwhile], MAX_QUOTES, question.text);

  /** What the page is about: as good an answer as any where no sentence says more of what was asked than its title does. */
  function definitionOf({ index }: Candidate): Candidate[] {
    const source = sources.find((each) => each.index === index);
    return source === undefined ? [] : definitions([...subjectTerms(source.title)], [source], candidates);
  }
}

/** The first of them, up to so many and so many words, none that says what one before it says. */
function withoutRepeats(ranked: readonly Candidate[], maxQuotes: number, question: string): Candidate[] {
  const asked = toStems(toWords(question));
  const chosen: Candidate[] = [];
  const said: Set<string>[] = [];
  let words = 0;
  for (const candidate of ranked) {
    if (chosen.length === maxQuotes) break;
    if (chosen.length > 0 && words + candidate.words.length > MAX_WORDS) continue;
    const news = toStems(candidate.words).difference(asked);
    if (said.some((other) => news.intersection(other).size >= SAME_SHARE * news.size)) continue;
    chosen.push(candidate);
    said.push(news);
    words += candidate.words.length;
  }
  return chosen;
}

function toStems(words: readonly string[]): Set<string> {
  return new Set(words.filter((word) => !isStopWord(word)).map(stem));
}

function cited({ text, index }: Candidate): string {
  return `“${escapeMarkdown(text)}” [${index}]`;
}
