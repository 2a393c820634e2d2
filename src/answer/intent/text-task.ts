import { type IntentWords, intentWordsFor } from './intent-words.ts';
import {
  consistsOf,
  hasAny,
  type Plain,
  phraseAt,
  plainForms,
  startsWithAny,
  withoutLeadingPhrases,
} from './phrases.ts';

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

/** Whether a message asks for work on a text in it: an instruction, and the text beside or inside it. */
export function isTextTask(message: string): boolean {
  const divisions = divisionsOf(message).map((division) => ({
    ...division,
    plain: plainForms(division.instruction),
    sentences: division.instruction.split(/(?<=[.!?。？！])\s*/u, MAX_SENTENCES).map(plainForms),
  }));
  const whole = message.length <= MAX_BARE_CHARS ? plainForms(message) : null;
  return intentWordsFor(message).some(
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
    const plain = withoutLeadingPhrases(sentence(isSpaceless), lists.polite);
    if (startsWithAny(plain, lists.textVerbs)) return true;
    if (startsWithAny(plain, lists.summary) && isText) return true;
  }
  if (hasAny(whole, lists.factWords)) return false;
  const isEnough = division.by !== 'end' || isLong;
  const asks = startsWithAny(withoutLeadingPhrases(whole, lists.polite), lists.questions);
  const asksAboutText = pointsTo.anything && pointsTo.text && division.by === 'line' && isLong;
  if (asks) return asksAboutText || (hasPointer && isEnough && hasAny(whole, lists.textQuestions));
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
  const plain = withoutLeadingPhrases(message, lists.polite);
  const verb = phraseAt(plain, 0, lists.textVerbs);
  if (verb === 0) return false;
  const rest = { ...plain, text: plain.text.slice(verb + 1) };
  return endsWithTarget(rest, lists.into, lists.names);
}

function endsWithTarget({ text }: Plain, into: readonly string[], names: readonly string[]): boolean {
  return names.some(
    (name) =>
      into.some((word) => text.endsWith(` ${word} ${name}`)) ||
      into.some((word) => text.startsWith(`${word} ${name} `)),
  );
}

/** A possible division of a message into an instruction and the text that it is about. */
type Division = {
  readonly instruction: string;
  /** The number of words of the text; two characters without spaces count as one word. */
  readonly words: number;
  /** True if the text begins on a line of its own. */
  readonly isBlock: boolean;
  /** How the two are separated. */
  readonly by: 'colon' | 'line' | 'quote' | 'end';
};

/** Instructions are shorter than this. */
const MAX_INSTRUCTION_CHARS = 400;
/** The words of a text are counted up to this length; a longer text has enough of them. */
const COUNTED_CHARS = 600;
const OPENING = /["“„«「『‘‚]/u;
const CLOSING = Array.from('"”“»」』’');
const SPACELESS_LETTERS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** Instructions at the beginning: up to a colon, and the first line or paragraph. */
const FIRST_INSTRUCTIONS: readonly (readonly [by: Division['by'], pattern: RegExp])[] = [
  ['colon', /^(.*?)(?:：|:(?=[\s"“„«「『]|[^\x20-\x7e]|[a-z]))/isu],
  ['line', /^(.*?)\n/su],
  ['line', /^(.*?)\n\s*\n/su],
];
/** The part of a message in which such an instruction ends, if it is short enough. */
const START_CHARS = MAX_INSTRUCTION_CHARS + 40;

/**
 * The ways to read a message as an instruction and a text: before and after a colon or the end of the first
 * line or paragraph, before and after a quoted text, and the last line after the text. Takes linear time.
 */
function divisionsOf(message: string): readonly Division[] {
  const text = message.trim();
  const start = text.slice(0, START_CHARS);
  const afterFirst = FIRST_INSTRUCTIONS.map(([by, pattern]) => {
    const [withMark = '', instruction = ''] = pattern.exec(start) ?? [];
    return division(instruction, text.slice(withMark.length), by);
  });
  const lastBreak = text.lastIndexOf('\n');
  const beforeLast = division(text.slice(lastBreak + 1), text.slice(0, Math.max(0, lastBreak)), 'end');
  return [...afterFirst, beforeLast, atQuote(text)].filter((each) => each !== null);
}

function atQuote(text: string): Division | null {
  const from = text.slice(0, MAX_INSTRUCTION_CHARS).search(OPENING);
  const to = Math.max(...CLOSING.map((mark) => text.lastIndexOf(mark)));
  if (from < 0 || to <= from) return null;
  const instruction = `${text.slice(0, from)} ${text.slice(to + 1)}`.trim();
  return division(instruction, text.slice(from + 1, to), 'quote');
}

function division(instruction: string, text: string, by: Division['by']): Division | null {
  const words = countWords(text.slice(0, COUNTED_CHARS));
  const isShort = instruction.length <= MAX_INSTRUCTION_CHARS;
  if (!isShort || instruction.trim() === '' || words === 0) return null;
  return { instruction, words, isBlock: by === 'line' || /^[^\S\n]*\n/.test(text), by };
}

function countWords(text: string): number {
  const spaceless = text.match(SPACELESS_LETTERS)?.length ?? 0;
  const spaced = text.replace(SPACELESS_LETTERS, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return spaced + Math.ceil(spaceless / 2);
}
