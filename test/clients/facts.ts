import { readFileSync } from 'node:fs';

/** One request of a program, as its source code makes it. Texts may have placeholders such as `{{key}}`. */
export type RequestFacts = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The fields that the program reads from the reply, such as `choices[].delta`; all must be there. */
  readonly reads: readonly string[];
};

/** What was read in the source code of a program; nothing of that code is in the file. */
export type Facts = {
  readonly program: string;
  readonly version: string;
  /** The files that were read. */
  readonly read: readonly string[];
};

/** Reads a file of facts from `test/clients/facts/`. */
export function readFacts<More>(name: string): Facts & More {
  return JSON.parse(readFileSync(new URL(`facts/${name}.json`, import.meta.url), 'utf8'));
}

/** The values of the placeholders. A text that is only a placeholder becomes the value, whatever its type. */
export type Values = Readonly<Record<string, unknown>>;

/** Replaces the placeholders in every text of a value; `encode` writes those inside a longer text. */
export function filledIn(
  template: unknown,
  values: Values,
  encode: (value: string) => string = String,
): unknown {
  if (typeof template === 'string') {
    const whole = /^\{\{(\w+)\}\}$/.exec(template)?.[1];
    if (whole !== undefined) return values[whole];
    return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => encode(String(values[name])));
  }
  if (Array.isArray(template)) return template.map((each) => filledIn(each, values, encode));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).map(([name, each]) => [name, filledIn(each, values, encode)]),
  );
}

/** The values at a path such as `results[].url`; an empty list and a missing field give `undefined`. */
export function valuesAt(reply: unknown, path: string): readonly unknown[] {
  const [first = '', ...rest] = path.replaceAll('[]', '.[]').split('.').filter(Boolean);
  if (first === '') return [reply];
  const next = first === '[]' ? reply : [Reflect.get(Object(reply), first)];
  if (!Array.isArray(next) || next.length === 0) return [undefined];
  return next.flatMap((each) => valuesAt(each, rest.join('.')));
}
