import type { Answerer } from '../core/events.ts';
import type { Exchange, Intent, Question } from '../core/question.ts';
import { findIntent } from './intent/find-intent.ts';

/** The parts that answer messages, by what these ask for; only `search` searches. */
export type IntentAnswerers = Readonly<Record<Intent, Answerer>> & {
  /** The intents of exchanges that a later question may follow up. */
  readonly followed: ReadonlySet<Intent>;
};

/** An answerer that searches only for questions, not for work on texts or answers, or small talk. */
export function answerByIntent(answerers: IntentAnswerers): Answerer {
  return (question, signal, endEarly) => {
    const intent = intentOf(question);
    if (intent === 'search')
      return answerers.search(withQuestionsOnly(question, answerers.followed), signal, endEarly);
    const { depth: _depth, ...quick } = question;
    return answerers[intent]({ ...quick, plain: intent }, signal);
  };
}

/** What a question asks for. */
export function intentOf({ text, history, sent }: Pick<Question, 'text' | 'history' | 'sent'>): Intent {
  return findIntent({ text, history, system: sent?.system ?? '', isChat: sent !== undefined });
}

/** The question without earlier tasks and small talk, which no question follows up. */
export function withQuestionsOnly(question: Question, followed: ReadonlySet<Intent>): Question {
  const { history, sent } = question;
  if (history.length === 0) return question;
  const isQuestion = ({ question: text }: Exchange, at: number) => {
    const before = { text, history: history.slice(0, at) };
    return followed.has(intentOf(sent === undefined ? before : { ...before, sent: { ...sent, system: '' } }));
  };
  return { ...question, history: history.filter(isQuestion) };
}
