import { languagesFor } from '../../lib/instant/find-languages.ts';
import type { InstantWords, NumberWriting, ReworkWords } from '../../lib/instant/language-words.ts';
import { tidyQuestion } from '../../lib/instant/phrasing.ts';

/** The requested change of the previous answer: another form or another language. */
export type ReworkRequest = {
  /** The language that the request names for the new answer, as an ISO 639-1 code. */
  readonly language?: string;
  /** The language of a request to translate that names none: that of the new answer if no other is wanted. */
  readonly askedIn?: string;
  /** The sentences in the language of the request, unless another one is wanted. */
  readonly writing: NumberWriting;
};

/** Languages by their ISO 639-1 codes; their names come from the runtime. */
const LANGUAGES =
  'ar bg bn ca cs da de el en es et eu fa fi fr ga gl he hi hr hu id is it ja ko lt lv mk ms nb nl no pl ' +
  'pt ro ru sk sl sq sr sv sw ta te th tl tr uk ur vi zh';
const MAX_WORDS = 16;
/** The longest phrase has this many words. */
const MAX_PHRASE_WORDS = 5;

/**
 * Whether a question only asks for another form of the previous answer: "make it shorter", "as a list",
 * "translate that into German". "Translate that" names no language. Null for every other
 * question, and for those that may be about something else: "in German". Takes linear time.
 * @param wanted the language of `writing`, a BCP 47 tag; null is returned if there are no sentences in it
 */
export function findRework(question: string, wanted?: string): ReworkRequest | null {
  const tidy = tidyQuestion(question);
  const words = tidy?.text.toLowerCase().replaceAll(',', ' ').split(/ +/) ?? [];
  if (words.length === 0 || words.length > MAX_WORDS) return null;
  for (const tongue of languagesFor(wanted, undefined) ?? []) {
    const kinds = kindsOf(words, tongue);
    const wish = kinds === null ? null : wishOf(kinds, tongue);
    if (kinds !== null && (wish !== null || kinds.some(({ kind }) => kind === 'language'))) return wish;
  }
  return null;
}

/** Words that can only mean a translation; "write it in German" has a translation only because of its end. */
const TRANSLATE = /transl|übersetz|trad[uú]/u;
/** An object at the end of a verb: `traduis-le`, `tradúcelo`. */
const HAS_OBJECT = /(?:-l[ea]|l[oa])$/u;

function wishOf(kinds: readonly Phrase[], { code, writing }: InstantWords): ReworkRequest | null {
  const language = kinds.find(({ kind }) => kind === 'language')?.language;
  const has = (...of: readonly string[]) => kinds.some(({ kind }) => of.includes(kind));
  if (language !== undefined) return has('translate', 'whole') ? { language, writing } : null;
  // "Write it" names no form; "and shorter" is enough without an object.
  if (has('forms', 'whole')) return { writing };
  const translates = kinds.filter(({ text }) => TRANSLATE.test(text));
  const hasObject = has('objects') || translates.some(({ text }) => HAS_OBJECT.test(text));
  return translates.length > 0 && hasObject ? { askedIn: code, writing } : null;
}

type Phrase = {
  readonly kind: string;
  readonly text: string;
  readonly language?: string;
  readonly count: number;
};

/** The kinds of the phrases that a question consists of; null if it has any other word. */
function kindsOf(words: readonly string[], tongue: InstantWords): readonly Phrase[] | null {
  const found: Phrase[] = [];
  for (let at = 0; at < words.length; ) {
    const phrase = phraseAt(words.slice(at, at + MAX_PHRASE_WORDS), tongue);
    if (phrase === null) return null;
    found.push(phrase);
    at += phrase.count;
  }
  return found;
}

const KINDS = [
  'forms',
  'whole',
  'translate',
  'verbs',
  'objects',
] as const satisfies readonly (keyof ReworkWords)[];

function phraseAt(words: readonly string[], tongue: InstantWords): Phrase | null {
  const { rework, ends, code } = tongue;
  for (let count = words.length; count > 0; count--) {
    const text = words.slice(0, count).join(' ');
    const kind = KINDS.find((each) => rework[each].includes(text));
    if (kind !== undefined) return { kind, text, count };
    if (ends.includes(text)) return { kind: 'end', text, count };
    const into = rework.into.find((word) => text.startsWith(word));
    const name = into === undefined ? '' : text.slice(into.length).trim();
    const language = languagesIn(code).get(name) ?? languagesIn(code).get(name.replace(/e$/, ''));
    if (language !== undefined) return { kind: 'language', text, language, count };
  }
  return null;
}

const names = new Map<string, ReadonlyMap<string, string>>();

/** Maps the names of languages, written in the given language and in lower case, to their codes. */
function languagesIn(code: string): ReadonlyMap<string, string> {
  const known = names.get(code);
  if (known !== undefined) return known;
  const display = new Intl.DisplayNames(code, { type: 'language' });
  const made = new Map(LANGUAGES.split(' ').map((each) => [display.of(each)?.toLowerCase() ?? each, each]));
  names.set(code, made);
  return made;
}
