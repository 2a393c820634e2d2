/** The languages in which questions are answered at once. */
export type TongueCode = 'en' | 'de' | 'fr' | 'es' | 'pt' | 'it';

/** What a question of one language may look like, and the words of its answers. Words are in lower case. */
export type Tongue = {
  readonly code: TongueCode;
  /** The mark before the decimals; groups of thousands have the other one of point and comma, or a space. */
  readonly decimalMark: '.' | ',';
  readonly groupMark: '.' | ',' | '\u202f';
  /** What may precede a sum or a quantity, and what only precedes a sum or a conversion. */
  readonly asks: readonly string[];
  readonly commands: readonly string[];
  /** What may follow any question. */
  readonly ends: readonly string[];
  /** Words of sums, each with its operator. */
  readonly operators: Readonly<Record<string, string>>;
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
  readonly hello: readonly string[];
  readonly thanks: readonly string[];
  readonly says: Says;
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
  /** What stands between a number and its base: "in hex". */
  readonly bases: Readonly<Record<string, 2 | 8 | 10 | 16>>;
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
};
