import type { Exchange, Intent } from '../../core/question.ts';
import { isAboutAnswer, isContinuation } from './about-answer.ts';
import { intentWordsFor } from './intent-words.ts';
import { hasAny, plainForms, toPlain } from './phrases.ts';
import marks from './program-marks.json' with { type: 'json' };
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

/** The length of the beginning and of the end of a message in which instructions are looked for. */
const EDGE_CHARS = 400;
/** The instructions of a program for one task begin with it and are short. */
const MAX_SYSTEM_CHARS = 2_000;
const SYSTEM_EDGE_CHARS = 250;

/**
 * Whether a message is a task that a program made from a conversation: a title, tags, follow-up questions, a
 * search query. The marks are those of Open WebUI, LibreChat, LobeChat, NextChat, Chatbox, Page Assist and
 * LangChain.
 */
function isProgramTask(text: string): boolean {
  const start = text.slice(0, EDGE_CHARS);
  const end = text.slice(-EDGE_CHARS);
  const edges = `${start}\n${end}`.toLowerCase();
  const trimmed = start.trimStart().toLowerCase();
  if (marks.starts.some((mark) => trimmed.startsWith(mark))) return true;
  if (marks.contains.some((mark) => edges.includes(mark))) return true;
  return [...new Set([start, end])].some(isAboutChat);
}

/** "Generate a title for this conversation": a verb, what is to be made, and what from. */
function isAboutChat(text: string): boolean {
  const forms = plainForms(text);
  return intentWordsFor(text).some(({ isSpaceless, lists }) => {
    const plain = forms(isSpaceless);
    if (!hasAny(plain, lists.chats)) return false;
    return hasAny(plain, lists.titles) && hasAny(plain, lists.programVerbs);
  });
}

/** Whether a program's instructions make every message a text to work on: "translate the input". */
function isTaskSystem(system: string): boolean {
  if (system.length > MAX_SYSTEM_CHARS) return false;
  const start = system.slice(0, SYSTEM_EDGE_CHARS);
  return (
    isAboutChat(start) ||
    intentWordsFor(start).some(({ isSpaceless, lists }) => {
      const plain = toPlain(start, isSpaceless);
      return hasAny(plain, lists.programInputs) && hasAny(plain, [...lists.textVerbs, ...lists.summary]);
    })
  );
}
