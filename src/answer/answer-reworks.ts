import type { Render } from '../core/answer.ts';
import type { AnswerEvent, Answerer, AnswerWrapper } from '../core/events.ts';
import type { Question } from '../core/question.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import type { Source } from '../core/source.ts';
import type { JudgedStatement } from '../core/verdict.ts';
import { linkHostsOf, toPlainMarkdown } from '../lib/markdown/index.ts';
import { detectLanguage } from '../lib/text/language.ts';
import type { JudgedFields } from './add-statements.ts';
import { answerLanguage } from './answer-language.ts';
import type { AnswerSources } from './answer-sources.ts';
import { answerWordsForQuestion } from './answer-words.ts';
import { emitFixedAnswer } from './fixed-answer.ts';
import { isDoubt } from './intent/about-answer.ts';
import { findRework, type ReworkRequest } from './intent/find-rework.ts';

/** The parts that answer a message about the previous answer. */
export type ReworkDeps = {
  readonly sources: AnswerSources;
  /** Answers questions with `rework`, with a model and without a search; null without a model. */
  readonly answer: Answerer | null;
  readonly judge: (answer: JudgedFields) => Promise<readonly JudgedStatement[]>;
  readonly render: Render;
};

/** The first statements of a long answer; the page shows the verdict of each. */
const MAX_STATEMENTS = 12;

/**
 * Makes an answerer answer messages about the previous answer from that answer and its sources, without a
 * search: another form of it ("make it shorter", "translate that into German") is written by a model; doubts
 * ("are you sure?", "source?") get the verdict of each statement and the quote that supports it. Without the
 * id of that answer, its sources are not known: then its text alone is reworked, and a doubt is answered like
 * any other question. Each new answer gets an id.
 */
export function answerReworks({ sources: known, answer, judge, render }: ReworkDeps): AnswerWrapper {
  return (answerer) =>
    async function* answerOrRework(question, signal, endEarly) {
      const startedAtMs = performance.now();
      const previous = question.history.at(-1)?.answer ?? '';
      const isAbout = previous.trim() !== '' && question.data === undefined;
      const request = isAbout ? requestOf(question, answer) : null;
      const events = request === null ? answerer(question, signal, endEarly) : fromPrevious(request);
      for await (const event of events) {
        if (event.type !== 'answer-end') yield event;
        else yield { ...event, answer: await known.remember(event.answer, question, signal) };
      }

      async function* fromPrevious(about: PreviousRequest): AsyncGenerator<AnswerEvent> {
        const sources = await known.recall(question, signal);
        if (about === 'doubt' && sources.length === 0) yield* answerer(question, signal, endEarly);
        else if (about === 'doubt') {
          const statements = await judge({ text: previous, sources, language: detectLanguage(previous) });
          const verdicts = toVerdicts(statements, question, sources);
          yield* emitFixedAnswer(verdicts, { render, startedAtMs }, signal);
        } else {
          const language = languageOf(about, question, previous);
          yield* about.answer({ ...question, rework: { answer: previous, sources, language } }, signal);
        }
      }
    };
}

/** What a message wants of the previous answer: its verdicts, or another form, which `answer` writes. */
type PreviousRequest = 'doubt' | (ReworkRequest & { readonly answer: Answerer });

/** Null for a message that is not about the previous answer, and for a form that no model can write. */
function requestOf({ text, depth }: Question, answer: Answerer | null): PreviousRequest | null {
  const rework = answer === null || depth === 'deep' ? null : findRework(text);
  if (rework !== null && answer !== null) return { ...rework, answer };
  return isDoubt(text) ? 'doubt' : null;
}

/** The language of another form of an answer, as a BCP 47 tag or `und`. */
function languageOf({ language, askedIn }: ReworkRequest, { scope }: Question, previous: string): string {
  const scopeLanguage = scope.language === ANY_SCOPE.language ? null : scope.language;
  return language ?? scopeLanguage ?? askedIn ?? detectLanguage(previous);
}

/** The verdicts on the statements of an answer, as an answer with quotes. */
function toVerdicts(statements: readonly JudgedStatement[], question: Question, sources: readonly Source[]) {
  const words = answerWordsForQuestion(question, []);
  const hosts = linkHostsOf('sources', sources);
  const lines = statements
    .filter(({ verdict }) => verdict !== 'not-checked')
    .slice(0, MAX_STATEMENTS)
    .map((statement) => toLine(statement, { hosts, notFound: words.notAnswered }));
  const text = `${words.sourcesSay}\n\n${lines.join('\n')}`;
  return { text, sources, language: answerLanguage(question, []) };
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
