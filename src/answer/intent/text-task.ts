import { type IntentWords, languagesOf } from './intent-words.ts';
import { type Division, divisionsOf } from './parts-of-message.ts';
import { consistsOf, hasAny, type Plain, phraseAt, plainForms, startsWithAny, without } from './phrases.ts';

/** A shorter text after "summarize:" is a subject. */
const MIN_SUMMARY_WORDS = 12;
/** A shorter text is not what "the following text" points to. */
const MIN_TEXT_WORDS = 6;
/** A shorter text on a line of its own, or in quotation marks, is a name. */
const MIN_APART_WORDS = 3;
/** The number of sentences of an instruction that are examined. */
const MAX_SENTENCES = 8;
/** The longest message without a division: "translate good morning into French". */
const MAX_BARE_CHARS = 300;

/**
 * Whether a message asks for work on a text that it contains: an instruction, and the text before, after or
 * inside it.
 */
export function isTextTask(message: string): boolean {
  const divisions = divisionsOf(message).map((division) => ({
    ...division,
    plain: plainForms(division.instruction),
    sentences: division.instruction.split(/(?<=[.!?。？！])\s*/u, MAX_SENTENCES).map(plainForms),
  }));
  const whole = message.length <= MAX_BARE_CHARS ? plainForms(message) : null;
  return languagesOf(message).some(
    (words) =>
      divisions.some((division) => isInstruction(division, words)) ||
      (whole !== null && !words.isSpaceless && namesTarget(whole(false), words)),
  );
}

type PlainForms = ReturnType<typeof plainForms>;
type Divided = Division & { readonly plain: PlainForms; readonly sentences: readonly PlainForms[] };

function isInstruction(division: Divided, { isSpaceless, lists }: IntentWords): boolean {
  const whole = division.plain(isSpaceless);
  const isLong = division.words >= MIN_TEXT_WORDS;
  const pointsTo = { anything: hasAny(whole, lists.pointers), text: hasAny(whole, lists.nouns) };
  const hasPointer = pointsTo.anything || pointsTo.text;
  const isText = hasPointer || division.words >= MIN_SUMMARY_WORDS || (isLong && division.isBlock);
  for (const sentence of division.sentences) {
    const plain = without(sentence(isSpaceless), lists.polite);
    if (startsWithAny(plain, lists.strong)) return true;
    if (startsWithAny(plain, lists.summary) && isText) return true;
  }
  if (hasAny(whole, lists.facts)) return false;
  const isEnough = division.by !== 'end' || isLong;
  const asks = startsWithAny(without(whole, lists.polite), lists.questions);
  const asksAboutText = pointsTo.anything && pointsTo.text && division.by === 'line' && isLong;
  if (asks) return asksAboutText || (hasPointer && isEnough && hasAny(whole, lists.asked));
  if (pointsTo.anything && pointsTo.text) return isEnough;
  if (hasPointer && hasAny(whole, lists.verbs)) return pointsTo.text ? isEnough : isApart(division);
  if (isBareVerb(division, { isSpaceless, lists })) return true;
  return isLong && division.by !== 'colon' && hasAny(whole, lists.texts);
}

/** Whether the text stands apart from the instruction: on lines of its own, or in quotation marks. */
function isApart({ by, isBlock, words }: Division): boolean {
  const least = by === 'end' ? MIN_TEXT_WORDS : MIN_APART_WORDS;
  return (by !== 'colon' || isBlock) && words >= least;
}

/** A quoted text, and nothing but a verb before or after it: "please correct". */
function isBareVerb(
  division: Divided,
  { isSpaceless, lists }: Pick<IntentWords, 'isSpaceless' | 'lists'>,
): boolean {
  const parts = { telling: lists.verbs, others: lists.polite };
  return division.by === 'quote' && isApart(division) && consistsOf(division.plain(isSpaceless), parts);
}

/** "Translate good morning into French": the text is between the verb and the name of a language. */
function namesTarget(message: Plain, { lists }: IntentWords): boolean {
  const plain = without(message, lists.polite);
  const verb = phraseAt(plain, 0, lists.strong);
  if (verb === 0) return false;
  const rest = { ...plain, text: plain.text.slice(verb + 1) };
  return rest.text.split(' ').length > 2 && endsWithTarget(rest, lists.into, lists.names);
}

function endsWithTarget({ text }: Plain, into: readonly string[], names: readonly string[]): boolean {
  return names.some(
    (name) =>
      (text.endsWith(` ${name}`) && into.some((word) => text.endsWith(` ${word} ${name}`))) ||
      into.some((word) => text.startsWith(`${word} ${name} `)),
  );
}
