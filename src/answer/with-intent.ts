import type { Answerer } from '../core/events.ts';
import type { FindIntent } from '../core/intent.ts';
import type { Exchange, Intent, Question } from '../core/terms.ts';

/** The parts that answer messages, by what these ask for; only `search` searches. */
export type IntentSteps = Readonly<Record<Intent, Answerer>> & FollowedIntents;

/** How intents are found, and which of them matter to later questions. */
export type FollowedIntents = {
  readonly find: FindIntent;
  /** The intents of exchanges that a later question may follow up. */
  readonly followed: ReadonlySet<Intent>;
};

/**
 * An answerer that searches only for questions. Everything else is sent to no search engine: work on a text
 * or on the previous answer, and small talk.
 */
export function withIntent(steps: IntentSteps): Answerer {
  return (question, signal) => {
    const intent = intentOf(question, steps.find);
    if (intent === 'search') return steps.search(withQuestionsOnly(question, steps), signal);
    const { depth: _depth, hurry: _hurry, ...quick } = question;
    return steps[intent]({ ...quick, plain: intent }, signal);
  };
}

/** What a question asks for. */
export function intentOf({ text, history, sent }: Question, find: FindIntent): Intent {
  return find({ text, history, system: sent?.system ?? '', isChat: sent !== undefined });
}

/**
 * The question without earlier tasks and small talk: no question follows them up, and a query that is made
 * from the conversation must not contain their texts.
 */
export function withQuestionsOnly(question: Question, { find, followed }: FollowedIntents): Question {
  const { history, sent } = question;
  const isQuestion = ({ question: text }: Exchange, at: number) => {
    const before = { ...question, text, history: history.slice(0, at) };
    const alone = sent === undefined ? before : { ...before, sent: { ...sent, system: '' } };
    return followed.has(intentOf(alone, find));
  };
  return history.length === 0 ? question : { ...question, history: history.filter(isQuestion) };
}
