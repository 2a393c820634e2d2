import { languageNames } from './language-names.ts';
import { languagesOf } from './languages/language-words.ts';
import { consistsOf, startsWithAny, toPlain } from './phrases.ts';

const MAX_CHARS = 160;
/** The longest continuation of a task: "and in Spanish?". */
const MAX_NEXT_CHARS = 60;

/** Whether a message only asks for another form of the previous answer, or doubts it. */
export function isAboutAnswer(message: string): boolean {
  if (message.length > MAX_CHARS) return false;
  return languagesOf(message).some(({ isSpaceless, lists }) => {
    const others = lists.aboutBesides;
    return consistsOf(toPlain(message, isSpaceless), { telling: lists.about, others });
  });
}

/** Whether a message right after a task continues it. */
export function isContinuation(message: string): boolean {
  if (message.length > MAX_NEXT_CHARS) return false;
  return languagesOf(message).some(({ code, isSpaceless, lists }) => {
    const plain = toPlain(message, isSpaceless);
    if (!startsWithAny(plain, lists.openers)) return false;
    const { openers, into, fillers, polite } = lists;
    return consistsOf(plain, {
      telling: languageNames(code),
      others: [...openers, ...into, ...fillers, ...polite],
    });
  });
}
