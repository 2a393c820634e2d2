import { withQuestionsOnly } from '../../src/answer/answer-by-intent.ts';
import { findIntent } from '../../src/answer/intent/find-intent.ts';
import { findRework } from '../../src/answer/intent/find-rework.ts';
import type { Question } from '../../src/core/question.ts';
import { readFollowUp } from '../../src/write/condense/read-follow-up.ts';
import { usableQuery } from '../../src/write/condense/rewrite.ts';
import { type Conversation, isRightQuery } from './conversations.ts';
import { replyFor } from './replies.ts';

/** What happened to a conversation whose last message needs a search. */
export type Reading = {
  /** The query without a model; null if nothing was searched. */
  readonly guess: string | null;
  /** Whether the rules decided alone; otherwise a model is asked if there is one. */
  readonly isCertain: boolean;
  /** Whether the guess is right. */
  readonly isRight: boolean;
  /** The query with a model, and whether it is right; null if no reply of a model is known. */
  readonly rewritten: { readonly query: string; readonly isRight: boolean } | null;
};

/** Whether nothing is searched for a message: it is no question, or asks for another form of the answer. */
export function isUnsearched({ history, message }: Conversation): boolean {
  if (findIntent({ text: message, history, system: '', isChat: true }) !== 'search') return true;
  return history.length > 0 && findRework(message) !== null;
}

/** Reads the last message of a conversation as the service does, with and without a model. */
export function readMessage(conversation: Conversation): Reading {
  const { expect } = conversation;
  if (isUnsearched(conversation))
    return { guess: null, isCertain: true, isRight: false, rewritten: { query: '', isRight: false } };
  const question = asQuestion(conversation);
  const { text: guess, isCertain } = readFollowUp(question.text, question.history);
  const isRight = isRightQuery(guess, expect);
  const reply = isCertain ? guess : replyFor(conversation);
  if (reply === null) return { guess, isCertain, isRight, rewritten: null };
  const query = isCertain ? guess : usableQuery(reply, question) || guess;
  return { guess, isCertain, isRight, rewritten: { query, isRight: isRightQuery(query, expect) } };
}

/** The question as the service condenses it: without earlier tasks and small talk. */
export function asQuestion({ history, message }: Conversation): Pick<Question, 'text' | 'history'> {
  const whole = { text: message, history } as Question;
  return withQuestionsOnly(whole, new Set(['search', 'answer']));
}
