import { languagesOf } from './intent-words.ts';
import { hasAny, plainForms, toPlain } from './phrases.ts';
import marks from './program-marks.json' with { type: 'json' };

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
export function isProgramTask(text: string): boolean {
  const start = text.slice(0, EDGE_CHARS);
  const end = text.slice(-EDGE_CHARS);
  const edges = `${start}\n${end}`.toLowerCase();
  const trimmed = start.trimStart().toLowerCase();
  if (marks.starts.some((mark) => trimmed.startsWith(mark))) return true;
  if (marks.contains.some((mark) => edges.includes(mark))) return true;
  return isAboutChat(start) || (text.length > EDGE_CHARS && isAboutChat(end));
}

/** "Generate a title for this conversation": a verb, what is to be made, and what from. */
function isAboutChat(text: string): boolean {
  const forms = plainForms(text);
  return languagesOf(text).some(({ isSpaceless, lists }) => {
    const plain = forms(isSpaceless);
    if (!hasAny(plain, lists.chats)) return false;
    return hasAny(plain, lists.titles) && hasAny(plain, lists.makes);
  });
}

/**
 * Whether the instructions of a program say that every message is a text to work on: "translate the user's
 * input", "generate a title from the first message".
 */
export function isTaskSystem(system: string): boolean {
  if (system.length === 0 || system.length > MAX_SYSTEM_CHARS) return false;
  const start = system.slice(0, SYSTEM_EDGE_CHARS);
  return (
    isAboutChat(start) ||
    languagesOf(start).some(({ isSpaceless, lists }) => {
      const plain = toPlain(start, isSpaceless);
      return hasAny(plain, lists.inputs) && hasAny(plain, [...lists.strong, ...lists.summary]);
    })
  );
}
