import { type IntentWords, languagesOf } from './intent-words.ts';
import { languageNames } from './language-names.ts';
import { type Division, divisionsOf } from './parts-of-message.ts';
import { hasAny, type Plain, phraseAt, startsWithAny, toPlain, without } from './phrases.ts';

/** A shorter text after "summarize:" is a subject. */
const LEAST_SUMMARY_WORDS = 12;
/** A shorter text is not what "the following text" points to. */
const LEAST_TEXT_WORDS = 6;
/** The longest message without a division: "translate good morning into French". */
const MAX_BARE_CHARS = 300;

/**
 * Whether a message asks for work on a text that it contains: an instruction, and the text before, after or
 * inside it.
 */
export function isTextTask(message: string): boolean {
  const divisions = divisionsOf(message);
  return languagesOf(message).some(
    (words) =>
      divisions.some((division) => isInstruction(division, words)) ||
      (message.length <= MAX_BARE_CHARS && namesTarget(message, words)),
  );
}

function isInstruction(division: Division, { isSpaceless, lists }: IntentWords): boolean {
  const whole = toPlain(division.instruction, isSpaceless);
  const plain = without(whole, lists.polite);
  const isLong = division.words >= LEAST_TEXT_WORDS;
  const hasPointer = hasAny(whole, lists.pointers);
  if (startsWithAny(plain, lists.strong)) return true;
  const isText = hasPointer || division.words >= LEAST_SUMMARY_WORDS || (isLong && division.isBlock);
  if (startsWithAny(plain, lists.summary) && isText) return true;
  if (hasAny(whole, lists.facts)) return false;
  const asks = startsWithAny(plain, lists.questions);
  const verbs = asks ? lists.asked : lists.verbs;
  if (hasPointer && hasAny(whole, verbs)) return division.by !== 'end' || isLong;
  return !asks && isLong && division.by !== 'colon' && hasAny(whole, lists.texts);
}

/** "Translate good morning into French": the text is between the verb and the name of a language. */
function namesTarget(message: string, { code, isSpaceless, lists }: IntentWords): boolean {
  const plain = without(toPlain(message, isSpaceless), lists.polite);
  const verb = phraseAt(plain, 0, lists.strong);
  if (verb === 0 || isSpaceless) return false;
  const rest = { ...plain, text: plain.text.slice(verb + 1) };
  return rest.text.split(' ').length > 2 && endsWithTarget(rest, lists.into, [...languageNames(code).keys()]);
}

function endsWithTarget({ text }: Plain, into: readonly string[], names: readonly string[]): boolean {
  return names.some(
    (name) =>
      (text.endsWith(` ${name}`) && into.some((word) => text.endsWith(` ${word} ${name}`))) ||
      into.some((word) => text.startsWith(`${word} ${name} `)),
  );
}
