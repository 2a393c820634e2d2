/** The languages in which questions are answered at once. */
export type TongueCode = 'en' | 'de' | 'fr' | 'es' | 'pt' | 'it';

/** What a question of one language may look like, and the words of its answers. Words are in lower case. */
export type Tongue = {
  readonly code: TongueCode;
  /** The mark before the decimals; groups of thousands have the other one of point and comma, or a space. */
  readonly decimalMark: '.' | ',';
  readonly groupMark: string;
  /** What may precede a sum or a quantity, and what only precedes a sum or a conversion. */
  readonly asks: readonly string[];
  readonly commands: readonly string[];
  /** What may follow any question. */
  readonly ends: readonly string[];
  /** Words of sums, each with its operator. */
  readonly operators: Readonly<Record<string, string>>;
  /** Those of them that also have other meanings between numbers: "2 por 1". */
  readonly unclearOperators: readonly string[];
  /** Between a percentage and what it is taken of. */
  readonly of: readonly string[];
  /** Between a quantity and the unit that it is converted to. */
  readonly into: readonly string[];
  /** "How many {unit} are in {quantity}": what precedes the unit, and what stands between. */
  readonly howMany: readonly string[];
  readonly areIn: readonly string[];
  /** Names of units that show the language of a question, with spaces between them. */
  readonly unitWords: string;
  readonly one: readonly string[];
  /** January to December, and their common short forms. */
  readonly months: readonly (readonly string[])[];
  readonly dates: DateWords;
  readonly clock: ClockWords;
  readonly numerals: NumeralWords;
  readonly numberWords: CountingWords;
  readonly greeting: GreetingWords;
  readonly codes: CodeWords;
  readonly rework: ReworkWords;
  readonly says: Says;
  /** How the answer is written: as the question is, unless another language is wanted. */
  readonly writing: TongueWriting;
};

/** A tongue as its file has it. */
export type TongueWords = Omit<Tongue, 'writing'>;

/** What an answer is written with. */
export type TongueWriting = Pick<Tongue, 'code' | 'decimalMark' | 'groupMark' | 'says'>;

/** What people say besides their questions. */
export type GreetingWords = {
  readonly hello: readonly string[];
  readonly thanks: readonly string[];
  readonly bye: readonly string[];
  /** What may stand beside one of these, and means nothing more. */
  readonly besides: readonly string[];
};

/** How another form of the previous answer is asked for. */
export type ReworkWords = {
  /** What may precede or follow a form: "make", "please". */
  readonly verbs: readonly string[];
  /** What is a wish alone: "summarize". */
  readonly whole: readonly string[];
  /** What precedes a language. */
  readonly translate: readonly string[];
  readonly objects: readonly string[];
  readonly forms: readonly string[];
  /** Before the name of a language. */
  readonly into: readonly string[];
};

/** How the hash or the encoding of a quoted text is asked for: single words, with spaces between them. */
export type CodeWords = {
  readonly encode: string;
  readonly decode: string;
  /** Before the name of an encoding that is to be undone. */
  readonly from: string;
  /** Words that change nothing. */
  readonly others: string;
};

/** How dates are asked for. */
export type DateWords = {
  readonly today: readonly string[];
  /** What precedes the date, without "how many days": "until", "since". */
  readonly until: readonly string[];
  readonly since: readonly string[];
  readonly between: readonly string[];
  readonly and: readonly string[];
  readonly weekday: readonly string[];
  readonly whichToday: readonly string[];
  /** Names of days, weeks, months and years. */
  readonly spans: Readonly<Record<string, 'day' | 'week' | 'month' | 'year'>>;
  readonly after: readonly string[];
  readonly before: readonly string[];
};

/** How the time of day is asked for. */
export type ClockWords = {
  /** Followed by a place. */
  readonly nowIn: readonly string[];
  /** What may follow both: "right now". */
  readonly ends: readonly string[];
  /** Names of 12 and 0 o'clock, with the time. */
  readonly named: Readonly<Record<string, string>>;
  /** Between a place and the time in another one: "when it is"; what precedes that time otherwise. */
  readonly when: readonly string[];
  readonly given: readonly string[];
  readonly itIs: readonly string[];
  /** Without a place. */
  readonly now: readonly string[];
  /** Between a time and its place, and between the two places. */
  readonly at: readonly string[];
  readonly into: readonly string[];
};

/** How numerals and bases are asked for. */
export type NumeralWords = {
  readonly toRoman: readonly string[];
  readonly fromRoman: readonly string[];
  /** A number in words: what precedes it, what follows it, and what follows words that become digits. */
  readonly writeOut: readonly string[];
  readonly inWords: readonly string[];
  readonly inDigits: readonly string[];
  /** What stands between a number and its base: "in hex". */
  readonly bases: Readonly<Record<string, 2 | 8 | 10 | 16>>;
  /** Before or after a number in a base: "hex". */
  readonly named: Readonly<Record<string, 2 | 8 | 16>>;
};

/** The words for thousand, million and so on, and the word that joins the parts of a number. */
export type CountingWords = {
  readonly and: string;
  readonly thousand: readonly string[];
  readonly million: readonly string[];
  /** Empty unless numbers from 1,100 to 9,900 are also counted in hundreds. */
  readonly hundred: string;
};

/** The sentences of the answers; all are Markdown, with the values in `{braces}`. */
export type Says = {
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
