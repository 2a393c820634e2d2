import { languagesOf } from './intent-words.ts';
import { languageNames } from './language-names.ts';
import { consistsOf, hasAny, plainForms, startsWithAny, toPlain } from './phrases.ts';

const MAX_CHARS = 160;
/** The longest continuation of a task: "and in Spanish?". */
const MAX_NEXT_CHARS = 60;

/** Whether a message only asks for another form of the previous answer, or doubts it. */
export function isAboutAnswer(message: string): boolean {
  if (message.length > MAX_CHARS) return false;
  const plain = plainForms(message);
  return languagesOf(message).some(({ isSpaceless, lists }) =>
    consistsOf(plain(isSpaceless), { telling: lists.about, others: lists.aboutBesides }),
  );
}

/**
 * The language of another form of the previous answer, for a message that asks for one; null for every other
 * message, also for doubts. The language is absent if the message names none.
 */
export function findForm(message: string): { readonly language?: string } | null {
  if (message.length > MAX_CHARS) return null;
  for (const { code, isSpaceless, lists } of languagesOf(message)) {
    const plain = toPlain(message, isSpaceless);
    if (!consistsOf(plain, { telling: lists.forms, others: lists.aboutBesides })) continue;
    const named = [...languageNames(code)].find(([name]) => hasAny(plain, [name]));
    return named === undefined ? {} : { language: named[1] };
  }
  return null;
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
