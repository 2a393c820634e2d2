/** Rewrites one kind of written form as it is spoken. Takes linear time and never throws. */
export type Rule = (text: string) => string;

/** The written forms as alternatives of a pattern, longest first, so that `km/h` is not read as `km`. */
export function alternatives(forms: readonly string[]): string {
  return [...forms]
    .sort((one, other) => other.length - one.length)
    .map((form) => form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .join('|');
}

/** Fills the `{name}` placeholders of a sentence; one without a value is removed. */
export function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
