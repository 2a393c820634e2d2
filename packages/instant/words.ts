import de from '@sayso/text/languages/de/instant.json' with { type: 'json' };
import en from '@sayso/text/languages/en/instant.json' with { type: 'json' };
import es from '@sayso/text/languages/es/instant.json' with { type: 'json' };
import fr from '@sayso/text/languages/fr/instant.json' with { type: 'json' };
import it from '@sayso/text/languages/it/instant.json' with { type: 'json' };
import pt from '@sayso/text/languages/pt/instant.json' with { type: 'json' };

/** The languages in which questions get an instant answer. */
type LanguageCode = 'en' | 'de' | 'fr' | 'es' | 'pt' | 'it';

/** The patterns of questions in one language, and the words of its answers. Words are in lower case. */
export type InstantWords = {
  readonly code: LanguageCode;
  /** The mark before the decimals. */
  readonly decimalMark: '.' | ',';
  /** What separates groups of thousands: the other of the two marks, or a space. */
  readonly groupMark: string;
  /** Words that may precede a sum or a quantity. */
  readonly asks: readonly string[];
  /** Words that precede only a sum or a conversion. */
  readonly commands: readonly string[];
  /** Words that may follow any question. */
  readonly ends: readonly string[];
  /** Words of sums, each with its operator. */
  readonly operators: Readonly<Record<string, string>>;
  /** Operator words that also have other meanings between numbers: "2 por 1". */
  readonly unclearOperators: readonly string[];
  /** Words between a percentage and the number to which it applies. */
  readonly of: readonly string[];
  /** Words between a quantity and its new unit. */
  readonly into: readonly string[];
  /** "How many {unit} are in {quantity}": the words before the unit. */
  readonly howMany: readonly string[];
  /** The words between that unit and the quantity. */
  readonly areIn: readonly string[];
  /** Names of units that show the language of a question, with spaces between them. */
  readonly unitWords: string;
  /** The number one and the articles, which are no number before a unit. */
  readonly one: readonly string[];
  /** January to December, and their common short forms. */
  readonly months: readonly (readonly string[])[];
  readonly dates: DateWords;
  readonly clock: ClockWords;
  readonly greeting: GreetingWords;
  readonly says: InstantSentences;
  /** The format of the answer: that of the question, unless another language is requested. */
  readonly writing: NumberWriting;
};

/** The words of a language as they are in its file. */
type PhraseWords = Omit<InstantWords, 'writing'>;

/** The language and marks in which an answer is written. */
type NumberWriting = Pick<InstantWords, 'code' | 'decimalMark' | 'groupMark' | 'says'>;

/** Phrases that people say besides their questions. */
type GreetingWords = {
  readonly hello: readonly string[];
  readonly thanks: readonly string[];
  readonly bye: readonly string[];
  /** Words that may accompany one of these phrases without changing its meaning. */
  readonly besides: readonly string[];
};

/** The words that ask for dates. */
type DateWords = {
  /** Names of the present day. */
  readonly today: readonly string[];
  /** Words before a coming date: "days until". */
  readonly until: readonly string[];
  /** Words before a past date: "days since". */
  readonly since: readonly string[];
  /** Words before the first of two dates: "days between". */
  readonly between: readonly string[];
  /** Words between two dates. */
  readonly and: readonly string[];
  /** Words before a date whose day of the week is asked for. */
  readonly weekday: readonly string[];
  /** Whole questions for the present day. */
  readonly whichToday: readonly string[];
  /** Names of days, weeks, months and years. */
  readonly spans: Readonly<Record<string, 'day' | 'week' | 'month' | 'year'>>;
  /** Words between a span and the date before it: "90 days after". */
  readonly after: readonly string[];
  /** Words between a span and the date after it: "90 days before". */
  readonly before: readonly string[];
};

/** The words that ask for the time of day. */
type ClockWords = {
  /** Words before a place. */
  readonly nowIn: readonly string[];
  /** Words that may follow the question: "right now". */
  readonly ends: readonly string[];
  /** Names for 12 and 0 o'clock, each with the time that it means. */
  readonly named: Readonly<Record<string, string>>;
  /** Words between a place and the time in another place: "when it is". */
  readonly when: readonly string[];
  /** Words before that time at the beginning of a question: "if it is". */
  readonly given: readonly string[];
  /** Words between the other place and its time: "sono le". */
  readonly itIs: readonly string[];
  /** Words that ask for the time without naming a place. */
  readonly now: readonly string[];
  /** Words between a time and its place. */
  readonly at: readonly string[];
  /** Words between the two places. */
  readonly into: readonly string[];
};

/** The sentences of the answers; all are Markdown, with the values in `{braces}`. */
type InstantSentences = {
  readonly readAs: string;
  readonly readAsDecimal: string;
  readonly assumed: string;
  readonly of: string;
  readonly daysBetween: string;
  readonly weekday: string;
  readonly shifted: string;
  readonly today: string;
  readonly now: string;
  readonly nowUtc: string;
  readonly clockIs: string;
  readonly hello: string;
  readonly thanks: string;
  readonly bye: string;
};

const WORDS = [en, de, fr, es, pt, it] as readonly PhraseWords[];
/** English comes first: it answers questions that look the same in every language. */
const LANGUAGES: readonly InstantWords[] = WORDS.map((words) => ({ ...words, writing: words }));
/** A language and a country, with or without a script between them. */
const REGIONAL = /^([a-z]{2})(?:-[a-z]{4})?-[a-z]{2}$/i;

/**
 * The possible languages of a question. `wanted`, a BCP 47 tag, is the language of the answer. `reader` is
 * the language tag of the person who asks: its country decides the decimal mark, for example a point for
 * Mexico and Switzerland. Null if no answer can be written in the wanted language.
 */
export function languagesFor(
  wanted: string | undefined,
  reader: string | undefined,
): readonly InstantWords[] | null {
  const known = withMarksOf(wanted ?? reader);
  if (wanted === undefined) return known;
  const writing = known.find(({ code }) => code === languageOf(wanted));
  return writing === undefined ? null : known.map((lexicon) => ({ ...lexicon, writing }));
}

function withMarksOf(tag: string | undefined): readonly InstantWords[] {
  if (tag === undefined || !REGIONAL.test(tag)) return LANGUAGES;
  const base = LANGUAGES.find(({ code }) => code === languageOf(tag));
  const marks = base === undefined ? null : marksIn(tag);
  if (base === undefined || marks === null || marks.decimalMark === base.decimalMark) return LANGUAGES;
  const regional = { ...base, ...marks };
  return LANGUAGES.map((lexicon) => (lexicon === base ? { ...regional, writing: regional } : lexicon));
}

/**
 * A country's decimal mark and thousands separator, from the runtime's data; null if the decimal mark is
 * neither a point nor a comma.
 */
function marksIn(tag: string): Pick<InstantWords, 'decimalMark' | 'groupMark'> | null {
  const parts = new Intl.NumberFormat(tag, { numberingSystem: 'latn' }).formatToParts(1_234_567.5);
  const markOf = (type: string) => parts.find((part) => part.type === type)?.value;
  const [decimalMark, groupMark = ''] = [markOf('decimal'), markOf('group')];
  return decimalMark === '.' || decimalMark === ',' ? { decimalMark, groupMark } : null;
}

function languageOf(tag: string): string {
  return (tag.split('-', 1)[0] ?? '').toLowerCase();
}

/** A sentence with the values in place of `{name}`. Values are Markdown. */
export function fillIn(sentence: string, values: Readonly<Record<string, string>>): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** The meaning of a question, as read in one language, with its answer. */
export type InstantFinding = {
  /** The answer as Markdown. */
  readonly text: string;
  /** Identifies the meaning: readings in two languages mean the same if their values are equal. */
  readonly value: string;
  /** Assumptions that the answer states, as Markdown sentences. */
  readonly notes?: readonly string[];
  /** Assumptions that are stated only if the question would have another meaning in another language. */
  readonly doubts?: readonly string[];
};

/** A question in one language, without the words that only mark it as a question. */
export type Phrasing = {
  /** The question as it was written, without polite phrases. */
  readonly whole: string;
  /** The question without the words that ask for a value ("what is"). */
  readonly core: string;
  /** Whether the question had such words. */
  readonly isAsked: boolean;
  /** Whether it was phrased as a calculation: with "calculate", or "=" at the end. */
  readonly isCommand: boolean;
};

/** Longer questions contain more than one calculation. */
const MAX_CHARS = 120;

/** A question on one line without the marks around it; `isEquation` if one of them was "=". */
export type TidyQuestion = { readonly text: string; readonly isEquation: boolean };

/** Tidies a question; null if it is empty or too long. */
export function tidyQuestion(text: string): TidyQuestion | null {
  if (text.length > MAX_CHARS) return null;
  const line = text
    .replaceAll(/[’‘]/g, "'")
    .trim()
    .replaceAll(/[ \t\n\r]+/g, ' ');
  let start = 0;
  let end = line.length;
  let isEquation = false;
  while ('¿¡'.includes(line[start] ?? '.')) start++;
  for (; end > start && ' ?？!.='.includes(line[end - 1] ?? ''); end--) isEquation ||= line[end - 1] === '=';
  return end > start ? { text: line.slice(start, end), isEquation } : null;
}

/** Removes the words that ask for a value from a tidy question. */
export function readPhrasing(
  text: string,
  isEquation: boolean,
  { asks, commands, ends }: InstantWords,
): Phrasing {
  const whole = withoutEnd(text, ends);
  const command = withoutStart(whole, commands);
  const asked = withoutStart(whole, asks);
  return {
    whole,
    core: command ?? asked ?? whole,
    isAsked: asked !== null,
    isCommand: command !== null || isEquation,
  };
}

/**
 * The text after the longest phrase at its start, matched as whole words; null if it starts with none of the
 * phrases.
 */
export function withoutStart(text: string, phrases: readonly string[]): string | null {
  const low = text.toLowerCase();
  // Some letters have another length in small letters, so offsets would differ.
  if (low.length !== text.length) return null;
  let longest = -1;
  for (const phrase of phrases) {
    const isWhole = phrase.endsWith("'") || low[phrase.length] === ' ';
    if (phrase.length > longest && isWhole && low.startsWith(phrase)) longest = phrase.length;
  }
  return longest === -1 ? null : text.slice(longest).trim();
}

/** The text before the longest phrase at its end; null if it ends with none of the phrases. */
export function beforeEnd(text: string, phrases: readonly string[]): string | null {
  const low = text.toLowerCase();
  if (low.length !== text.length) return null;
  let longest = -1;
  for (const phrase of phrases)
    if (phrase.length > longest && low.endsWith(phrase) && low[low.length - phrase.length - 1] === ' ')
      longest = phrase.length;
  return longest === -1 ? null : text.slice(0, -longest - 1).trim();
}

/** Every way to split a text at one of the words, each with a space on both sides. */
export function splitsAt(text: string, words: readonly string[]): readonly (readonly [string, string])[] {
  const low = text.toLowerCase();
  if (low.length !== text.length) return [];
  const found: (readonly [string, string])[] = [];
  for (const word of words)
    for (let at = low.indexOf(word, 1); at !== -1; at = low.indexOf(word, at + 1))
      if (low[at - 1] === ' ' && low[at + word.length] === ' ')
        found.push([text.slice(0, at).trim(), text.slice(at + word.length).trim()]);
  return found;
}

function withoutEnd(text: string, ends: readonly string[]): string {
  return beforeEnd(text, ends) ?? text;
}
