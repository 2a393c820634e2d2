import { choosePassages } from '../../src/write/passages/choose-passages.ts';
import { holds } from '../select/judge.ts';
import type { SetQuestion } from '../select/question-set.ts';
import { selectSources } from '../select/with-product.ts';
import { quoteByOverlap } from './overlap.ts';

/** The tokens of the sources, as for a model. */
const SOURCE_TOKENS = 2_000;
const MAX_SOURCES = 10;

/** What the passages for a question were worth; the shares of many questions are the figures. */
export type PassagesOutcome = {
  /** Whether the selected sources contain the answer. */
  readonly isThere: boolean;
  /** The place of the first passage that contains it; null if none does. */
  readonly place: number | null;
  readonly chars: number;
  /** Processor time without the selection. */
  readonly cpuMs: number;
  readonly isInOverlap: boolean;
};

/** Chooses passages from the sources that are selected for a question, and judges them. */
export async function measurePassages(asked: SetQuestion): Promise<PassagesOutcome> {
  const sources = await selectSources(asked, MAX_SOURCES, SOURCE_TOKENS);
  const isAnswer = (text: string) => asked.answers.some((answer) => holds(text, answer, asked.lang));
  const before = process.cpuUsage();
  const { passages } = choosePassages(asked.question, sources);
  const { user, system } = process.cpuUsage(before);
  const place = passages.findIndex(({ text }) => isAnswer(text));
  return {
    isThere: sources.some((source) => source.passages.some(({ text }) => isAnswer(text))),
    place: place < 0 ? null : place,
    chars: passages.reduce((sum, { text }) => sum + text.length, 0),
    cpuMs: (user + system) / 1000,
    isInOverlap: quoteByOverlap(asked, sources).some(isAnswer),
  };
}
