import { Failure } from '../../core/failure.ts';
import { createRelevance } from '../../core/relevance.ts';
import type { Question, Source } from '../../core/terms.ts';
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
const MAX_CLOSEST = 2;
/** A sentence that holds no more than this share of the question's terms does not answer it. */
const LEAST_ANSWER = 0.5;
/** A sentence that answers less than this share of what the first one answers is not worth reading. */
const LEAST_SHARE = 0.35;
/** A sentence repeats another that says this share of what it says beyond the question. */
const SAME_SHARE = 0.7;

/** What the writer says itself, in the language of the answer; two sentences of plain text. */
export type OwnWords = {
  /** The sources do not answer the question. */
  readonly notAnswered: string;
  /** In front of the quotes that come nearest to an answer. */
  readonly closest: string;
};

/**
 * Answers without a model: quotes sentences of the sources word for word and numbered, the best one as a paragraph, then a
 * few others as a list, at most about 90 words in all. Where a source's title is what was asked for, it quotes what the
 * source says of it, otherwise the sentences that hold most of the question. Where none of them holds enough of it, the
 * answer says that the sources do not answer the question and lists the closest sentences. The same sources give the same
 * answer. Fails with `model-unavailable` when no source has any text.
 * @param wordsFor what to say in the language of this answer
 */
export function createExtractiveWriter(
  wordsFor: (question: Question, sources: readonly Source[]) => OwnWords,
): Writer {
  return {
    name: 'extractive',
    needsSources: true,
    async *write(task, signal) {
      signal.throwIfAborted();
      const { quotes, isAnswer } = choose(alone(task));
      if (quotes.length === 0) throw new Failure('model-unavailable', 'The sources hold no text to quote.');
      const words = isAnswer ? null : wordsFor(task.question, task.sources);
      for (const text of words === null ? inAnswer(quotes) : asClosest(quotes, words))
        yield { type: 'text', text };
      yield { type: 'usage', tokens: 0 };
    },
  };
}

function inAnswer(quotes: readonly Candidate[]): string[] {
  return quotes.map((quote, at) => (at === 0 ? '' : at === 1 ? '\n\n- ' : '\n- ') + cited(quote));
}

function asClosest(quotes: readonly Candidate[], { notAnswered, closest }: OwnWords): string[] {
  return [`${notAnswered} ${closest}\n`, ...quotes.map((quote) => `\n- ${cited(quote)}`)];
}

/** The task with a question that can be understood without the conversation before it. */
function alone(task: WritingTask): WritingTask {
  const { question, searchedFor = question.text } = task;
  return { ...task, question: { ...question, text: searchedFor } };
}

/** What to quote, best first, and whether it answers the question. */
type Choice = { readonly quotes: readonly Candidate[]; readonly isAnswer: boolean };

/** The sentences to quote. Where none holds a word of the question, the first one there is. */
function choose({ question, sources }: WritingTask): Choice {
  const candidates = toCandidates(question, sources);
  const defining = definitions(createRelevance(question.text).terms, sources, candidates);
  if (defining.length > 0)
    return { quotes: withoutRepeats(defining, MAX_DEFINITIONS, question.text), isAnswer: true };
  const [lead = candidates[0], ...others] = candidates
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  if (lead === undefined) return { quotes: [], isAnswer: false };
  const worthwhile = others.filter(
    ({ legible, score }) => legible >= LEAST_LEGIBLE && score >= LEAST_SHARE * lead.score,
  );
  const isAnswer = lead.share > LEAST_ANSWER;
  const about = lead.isNews ? [] : definitionOf(lead);
  const ranked = [...about.slice(0, 1), lead, ...worthwhile];
  return { quotes: withoutRepeats(ranked, isAnswer ? MAX_QUOTES : MAX_CLOSEST, question.text), isAnswer };

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
