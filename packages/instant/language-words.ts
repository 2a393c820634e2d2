/** The languages in which questions get an instant answer. */
export type LanguageCode = 'en' | 'de' | 'fr' | 'es' | 'pt' | 'it';

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
export type PhraseWords = Omit<InstantWords, 'writing'>;

/** The language and marks in which an answer is written. */
export type NumberWriting = Pick<InstantWords, 'code' | 'decimalMark' | 'groupMark' | 'says'>;

/** Phrases that people say besides their questions. */
export type GreetingWords = {
  readonly hello: readonly string[];
  readonly thanks: readonly string[];
  readonly bye: readonly string[];
  /** Words that may accompany one of these phrases without changing its meaning. */
  readonly besides: readonly string[];
};

/** The words that ask for dates. */
export type DateWords = {
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
export type ClockWords = {
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
export type InstantSentences = {
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
