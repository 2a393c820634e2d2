import type { Source } from '../../src/core/source.ts';
import en from '../../src/lib/text/languages/en/answer.json' with { type: 'json' };
import { createExtractiveWriter } from '../../src/write/extractive/extractive.ts';
import { holds } from '../select/judge.ts';
import type { SetQuestion } from '../select/question-set.ts';
import { selectSources, toQuestion } from '../select/with-product.ts';
import { quoteByOverlap } from './overlap.ts';

/** The tokens of the sources, as for a model. */
const SOURCE_TOKENS = 2_000;
const MAX_SOURCES = 10;
const REFUSAL = 'REFUSED.';
const QUOTE = /“(.*)” \[\d+\]/gu;

/** What an answer without a model was worth; the shares of many questions are the figures. */
export type AnswerOutcome = {
  /** Whether the selected passages contain the answer. */
  readonly isThere: boolean;
  /** Whether the first quote contains it, and whether it does and is not refused. */
  readonly isFirstRight: boolean;
  readonly inFirst: boolean;
  readonly inFirstTwo: boolean;
  readonly isRefused: boolean;
  /** Whether the same question is refused without the passages that contain the answer. */
  readonly isRefusedWithout: boolean;
  /** The stated probability that the first quote answers, 0 to 1; 0 if there is none. */
  readonly confidence: number;
  readonly words: number;
  /** Processor time of the writer, without the selection. */
  readonly cpuMs: number;
  readonly overlapInFirst: boolean;
  readonly overlapInFirstTwo: boolean;
};

const writer = createExtractiveWriter(() => ({
  ...en.sentences,
  ...{ notAnswered: REFUSAL, closest: '', quotedIn: '', language: 'en' },
}));

/** Answers a question without a model from the sources that are selected for it, and judges the answer. */
export async function measureAnswer(asked: SetQuestion): Promise<AnswerOutcome> {
  const sources = await selectSources(asked, MAX_SOURCES, SOURCE_TOKENS);
  const isAnswer = (text: string) => asked.answers.some((answer) => holds(text, answer, asked.lang));
  const without = sources.flatMap((source) => {
    const passages = source.passages.filter(({ text }) => !isAnswer(text));
    return passages.length === 0 ? [] : { ...source, passages };
  });
  const { quotes, isRefused, confidence, words, cpuMs } = await write(asked, sources);
  const overlapping = quoteByOverlap(asked, sources);
  return {
    isThere: sources.some(({ passages }) => passages.some(({ text }) => isAnswer(text))),
    isFirstRight: quotes.slice(0, 1).some(isAnswer),
    inFirst: !isRefused && quotes.slice(0, 1).some(isAnswer),
    inFirstTwo: !isRefused && quotes.slice(0, 2).some(isAnswer),
    isRefused,
    isRefusedWithout: without.length === 0 || (await write(asked, without)).isRefused,
    confidence,
    words,
    cpuMs,
    overlapInFirst: overlapping.slice(0, 1).some(isAnswer),
    overlapInFirstTwo: overlapping.some(isAnswer),
  };
}

async function write(asked: SetQuestion, sources: readonly Source[]) {
  const question = toQuestion(asked.question, MAX_SOURCES);
  const before = process.cpuUsage();
  let text = '';
  let confidence = 0;
  const task = { question, sources, evidenceStatus: 'sources' as const, patienceMs: 60_000 };
  for await (const part of writer.write(task, AbortSignal.timeout(60_000))) {
    if (part.type === 'text') text += part.text;
    if (part.type === 'confidence') confidence = part.confidence;
  }
  const { user, system } = process.cpuUsage(before);
  const quotes = Array.from(text.matchAll(QUOTE), ([, quote = '']) => quote.replace(/\\(.)/gu, '$1'));
  const words = quotes.join(' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return { quotes, isRefused: text.startsWith(REFUSAL), confidence, words, cpuMs: (user + system) / 1000 };
}
