import { type Cache, cacheKey } from '../cache/cache.ts';
import type { Answer, Render } from '../core/answer.ts';
import type { AnswerEvent, Answerer, AnswerWrapper } from '../core/events.ts';
import { mapped } from '../core/mapped.ts';
import type { Question } from '../core/question.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import type { Source } from '../core/source.ts';
import type { JudgedStatement } from '../core/verdict.ts';
import { linkHostsOf, toPlainMarkdown } from '../lib/markdown/index.ts';
import { detectLanguage } from '../lib/text/language.ts';
import type { JudgedFields } from './add-statements.ts';
import { answerLanguage } from './answer-language.ts';
import { answerWordsForQuestion } from './answer-words.ts';
import { emitFixedAnswer } from './fixed-answer.ts';
import { isDoubt } from './intent/about-answer.ts';
import { findRework, type ReworkRequest } from './intent/find-rework.ts';

/** The parts that answer a message about the previous answer. */
export type ReworkDeps = {
  /** The sources of recent answers. */
  readonly cache: Cache<readonly Source[]>;
  /** Answers questions with `rework`, with a model and without a search; null without a model. */
  readonly answer: Answerer | null;
  readonly judge: (answer: JudgedFields) => Promise<readonly JudgedStatement[]>;
  readonly render: Render;
};

/** The beginning of an answer identifies it, because some clients cut off the end. */
const KEY_CHARS = 1_000;
const CITATION = /\[\d{1,2}\]/;
/** The first statements of a long answer; the page shows the verdict of each. */
const MAX_STATEMENTS = 12;

/**
 * Makes an answerer answer messages about the previous answer from that answer and its sources, without a
 * search: another form of it ("make it shorter", "translate that into German") is written by a model; doubts
 * ("are you sure?", "source?") get the verdict of each statement and the quote that supports it. If its
 * sources are no longer known, such a message is answered like any other. The sources of new answers are
 * stored for the next message.
 */
export function answerReworks({ cache, answer, judge, render }: ReworkDeps): AnswerWrapper {
  return (answerer) => (question, signal, endEarly) => {
    const startedAtMs = performance.now();
    const previous = question.history.at(-1)?.answer ?? '';
    const isAbout = previous.trim() !== '' && question.data === undefined;
    const request = isAbout ? requestOf(question, answer) : null;
    const events = request === null ? answerer(question, signal, endEarly) : fromPrevious(request);
    return mapped(events, (event) => {
      if (event.type === 'answer-end' && isNew(event.answer))
        void cache.set(keyOf(event.answer.text), event.answer.sources);
      return event;
    });

    async function* fromPrevious(about: PreviousRequest): AsyncGenerator<AnswerEvent> {
      const sources = (await cache.get(keyOf(previous)))?.value ?? [];
      const areLost = sources.length === 0 && (about === 'doubt' || CITATION.test(previous));
      if (areLost) yield* answerer(question, signal, endEarly);
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

/** The sources of a cached answer are stored already; storing them again costs more than the answer. */
function isNew({ sources, kept }: Answer): boolean {
  return sources.length > 0 && (kept === undefined || kept.ageMs === 0);
}

function keyOf(answer: string): string {
  return cacheKey('sources', answer.trim().slice(0, KEY_CHARS).replaceAll(/\s+/g, ' '));
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
