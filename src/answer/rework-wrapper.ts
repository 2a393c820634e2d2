import type { Render } from '../core/answer.ts';
import type { AnswerEvent, Answerer, AnswerWrapper } from '../core/events.ts';
import type { Question } from '../core/question.ts';
import type { Source } from '../core/source.ts';
import type { JudgedStatement } from '../core/verdict.ts';
import { linkHostsOf, toPlainMarkdown } from '../lib/markdown/index.ts';
import { detectLanguage } from '../lib/text/language.ts';
import type { JudgedFields } from './add-statements.ts';
import { answerLanguage } from './answer-language.ts';
import { answerReworks, type ReworkDeps, sourcesOf, storeSources } from './answer-reworks.ts';
import { answerWordsFor } from './answer-words.ts';
import { emitFixedAnswer } from './fixed-answer.ts';
import { isDoubt } from './intent/about-answer.ts';
import { findRework } from './intent/find-rework.ts';

/** What works on the previous answer. */
export type ReworkWrapperDeps = Pick<DoubtDeps, 'judge' | 'render'> & {
  /** The sources of recent answers; null if they are not stored. */
  readonly cache: ReworkDeps['cache'] | null;
  /** Answers with a model and without a search; null without a model. */
  readonly answer: Answerer | null;
};

/** Reworks previous answers if there is a model and stored sources, and shows doubted verdicts. */
export function createReworkWrapper({ cache, answer, judge, render }: ReworkWrapperDeps): AnswerWrapper {
  if (cache === null) return (answerer) => answerer;
  const doubts = { isDoubt, sourcesOf: (text: string) => sourcesOf(text, cache), judge, render };
  const store = storeSources(cache);
  const withDoubts = answerDoubts(doubts);
  if (answer === null) return (answerer) => store(withDoubts(answerer));
  const withReworks = answerReworks({ find: findRework, answer, cache });
  return (answerer) => store(withReworks(withDoubts(answerer)));
}

/** The parts that show what the sources say about the previous answer. */
type DoubtDeps = {
  /** Whether a message only doubts the previous answer, or asks for its sources. */
  readonly isDoubt: (message: string) => boolean;
  /** The sources of a recent answer; empty if they are not known. */
  readonly sourcesOf: (answer: string) => Promise<readonly Source[]>;
  readonly judge: (answer: JudgedFields) => Promise<readonly JudgedStatement[]>;
  readonly render: Render;
};

/** The first statements of a long answer; the page shows the verdict of each. */
const MAX_STATEMENTS = 12;

/**
 * Makes an answerer answer "are you sure?" and "source?" with the verdict of each statement of the previous
 * answer and the quote that supports it, without a search or a model. If the sources of that answer are no
 * longer known, the question is answered like any other.
 */
export function answerDoubts(steps: DoubtDeps): AnswerWrapper {
  return (answerer) => (question, signal, endEarly) => {
    const startedAtMs = performance.now();
    const answer = question.data === undefined ? (question.history.at(-1)?.answer ?? '') : '';
    const isDoubted = answer !== '' && steps.isDoubt(question.text);
    return isDoubted ? showVerdicts() : answerer(question, signal, endEarly);

    async function* showVerdicts(): AsyncGenerator<AnswerEvent> {
      const sources = await steps.sourcesOf(answer);
      if (sources.length === 0) return yield* answerer(question, signal, endEarly);
      const { language, text } = await verdictsOf({ question, answer, sources }, steps);
      yield* emitFixedAnswer({ text, sources, language }, { render: steps.render, startedAtMs }, signal);
    }
  };
}

type Doubted = { readonly question: Question; readonly answer: string; readonly sources: readonly Source[] };

/** The verdicts on the statements of an answer, as a text with quotes. */
async function verdictsOf(
  { question, answer, sources }: Doubted,
  { judge }: DoubtDeps,
): Promise<{ readonly language: string; readonly text: string }> {
  const words = answerWordsFor(question, []);
  const language = answerLanguage(question, []);
  const statements = await judge({ text: answer, sources, language: detectLanguage(answer) });
  const hosts = linkHostsOf('sources', sources);
  const lines = statements
    .filter(({ verdict }) => verdict !== 'not-checked')
    .slice(0, MAX_STATEMENTS)
    .map((statement) => toLine(statement, { hosts, notFound: words.notAnswered }));
  return { language, text: `${words.sourcesSay}\n\n${lines.join('\n')}` };
}

/** A statement with the quote that supports it, or from which it differs. */
function toLine(
  { text, quotes, difference }: JudgedStatement,
  { hosts, notFound }: { readonly hosts: ReturnType<typeof linkHostsOf>; readonly notFound: string },
): string {
  const plain = (words: string) => toPlainMarkdown(words.replace(/\s+/gu, ' ').trim(), hosts);
  const [found] = difference === undefined ? quotes : [difference.found];
  const sign = difference === undefined ? '—' : '≠';
  const proof = found === undefined ? `— ${notFound}` : `${sign} “${plain(found.text)}” [${found.source}]`;
  return `- ${plain(text)} ${proof}`;
}
