import type { Exchange, Intent } from '../../core/question.ts';
import { isAboutAnswer, isContinuation } from './about-answer.ts';
import { isProgramTask, isTaskSystem } from './program-task.ts';
import { isPing, isSmallTalk, isThanks } from './small-talk.ts';
import { isTextTask } from './text-task.ts';

/** A message in its conversation. */
export type MessageInContext = {
  readonly text: string;
  readonly history: readonly Exchange[];
  /** The instructions of the calling program (its system messages); empty if it sent none. */
  readonly system: string;
  /** True if it was sent to a chat interface, where `test` tests the connection and not the search. */
  readonly isChat: boolean;
};

/**
 * Decides what a message asks for, by its form alone: the phrases are data, in `languages/`. In doubt, it is
 * a search. Takes linear time, because every part of a message that is examined has a greatest length.
 */
export function findIntent(message: MessageInContext): Intent {
  const { text, system, history, isChat } = message;
  if (isTaskSystem(system) || isProgramTask(text)) return 'task';
  const last = history.at(-1);
  const hasAnswer = last !== undefined && last.answer.trim() !== '';
  if (hasAnswer && isAboutAnswer(text)) return 'answer';
  if (isSmallTalk(text) || (isChat && isPing(text)) || (hasAnswer && isThanks(text))) return 'talk';
  if (isTextTask(text)) return 'task';
  if (hasAnswer && isContinuation(text) && intentBefore(message) === 'task') return 'answer';
  return 'search';
}

/** The intent of the previous message, by itself. */
function intentBefore({ history, ...message }: MessageInContext): Intent {
  const text = history.at(-1)?.question ?? '';
  return findIntent({ ...message, text, history: [] });
}
