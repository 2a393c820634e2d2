/**
 * How the properties of a chapter are said: for each the sentences in which it is told, without the time in front and the full stop
 * behind. `{country}` is the country, `{}` the value of the property, `{name}` the value of its part `name`,
 * `{is|was}` a verb now and at a date in the past. What stands in `[...]` is left out where a value in it is missing; so is
 * a sentence with a missing value outside of brackets.
 */
export type Wording = Readonly<Record<string, readonly string[]>>;
