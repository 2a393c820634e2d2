/** A program with its arguments, and variables for its environment. */
export type ProgramStart = {
  readonly program: string;
  readonly args: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
};

/** A word; parts of it may be in quotation marks. */
const WORD = /(?:"[^"]*"|'[^']*'|[^\s"'])+/g;
const QUOTED = /"([^"]*)"|'([^']*)'/g;
const VARIABLE = /^([A-Za-z_]\w*)=([\s\S]*)$/;

/**
 * Splits a command into words, as a shell does it: at spaces, except within quotation marks. `NAME=value`
 * before the program is a variable. Nothing else of a shell is understood. Without a program, its name is
 * empty.
 */
export function splitCommand(text: string): ProgramStart {
  const words = [...text.matchAll(WORD)].map(([word]) => word.replaceAll(QUOTED, '$1$2'));
  const program = words.findIndex((word) => !VARIABLE.test(word));
  const before = program < 0 ? words : words.slice(0, program);
  const variables = before.map((word) => {
    const [, name = '', value = ''] = VARIABLE.exec(word) ?? [];
    return [name, value] as const;
  });
  const [name = '', ...args] = program < 0 ? [] : words.slice(program);
  return { program: name, args, variables: Object.fromEntries(variables) };
}
