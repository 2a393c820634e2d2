import { type IntentWords, languagesOf } from './intent-words.ts';
import { consistsOf, hasAny, type Plain, plainForms, startsWithAny, without } from './phrases.ts';

const MAX_CHARS = 160;
/** The longest continuation of a task: "and in Spanish?". */
const MAX_NEXT_CHARS = 60;

/** Whether a message only asks for another form of the previous answer, or doubts it. */
export function isAboutAnswer(message: string): boolean {
  return isInAnyLanguage(message, (plain, lists) => asksForForm(plain, lists) || doubts(plain, lists));
}

/** Whether a message only doubts the previous answer, or asks for its sources. */
export function isDoubt(message: string): boolean {
  return isInAnyLanguage(message, doubts);
}

/** Whether a text asks for another form, or to say the answer in a language that it names. */
export function asksForForm(plain: Plain, lists: IntentWords['lists']): boolean {
  const { forms, says, names, aboutBesides: others } = lists;
  if (consistsOf(plain, { telling: forms, others })) return true;
  return hasAny(plain, says) && consistsOf(plain, { telling: names, others });
}

function doubts(plain: Plain, { doubts: telling, aboutBesides: others }: IntentWords['lists']): boolean {
  return consistsOf(plain, { telling, others });
}

function isInAnyLanguage(message: string, is: (plain: Plain, lists: IntentWords['lists']) => boolean) {
  if (message.length > MAX_CHARS) return false;
  const plain = plainForms(message);
  return languagesOf(message).some(({ isSpaceless, lists }) =>
    is(without(plain(isSpaceless), lists.talk), lists),
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
