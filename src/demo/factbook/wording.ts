/**
 * The wording of a chapter: for each property, templates of sentences, without the time at the beginning and
 * the full stop at the end. `{country}` is the country, `{}` the value of the property, `{name}` the value of
 * its part `name`, `{is|was}` a verb for now and for a date in the past. Text in `[...]` is left out if a
 * value in it is missing; so is a sentence if a value outside brackets is missing.
 */
export type Wording = Readonly<Record<string, readonly string[]>>;
