import { languagesOf } from './intent-words.ts';
import { consistsOf, plainForms, startsWithAny, without } from './phrases.ts';

const MAX_CHARS = 160;
/** The longest continuation of a task: "and in Spanish?". */
const MAX_NEXT_CHARS = 60;

/** Whether a message only asks for another form of the previous answer, or doubts it. */
export function isAboutAnswer(message: string): boolean {
  if (message.length > MAX_CHARS) return false;
  const plain = plainForms(message);
  return languagesOf(message).some(({ isSpaceless, lists }) =>
    consistsOf(without(plain(isSpaceless), lists.talk), { telling: lists.about, others: lists.aboutBesides }),
  );
}

/** Whether a message right after a task continues it. */
export function isContinuation(message: string): boolean {
  if (message.length > MAX_NEXT_CHARS) return false;
  const plain = plainForms(message);
  return languagesOf(message).some(({ isSpaceless, lists }) => {
    const { openers, names: telling, nextBesides: others } = lists;
    return startsWithAny(plain(isSpaceless), openers) && consistsOf(plain(isSpaceless), { telling, others });
  });
}
