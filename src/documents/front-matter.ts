/** The maximum number of lines of front matter; a longer block is text between two rules. */
const MAX_LINES = 100;

/** A text, separated into its front matter and its body. */
type FrontMatter = {
  /** Keys in lower case; values as plain text. */
  readonly fields: ReadonlyMap<string, string>;
  /** The text after the front matter. */
  readonly body: string;
};

/**
 * Reads the `key: value` lines, quoted or not, between two `---` lines at the start of a text. This is the
 * part of YAML that front matter uses for single values; lists and nested or multi-line values are ignored.
 * Without front matter, the whole text is the body.
 */
export function readFrontMatter(text: string): FrontMatter {
  const fields = new Map<string, string>();
  const lines = text.split(/\r?\n/, MAX_LINES + 2);
  const end = lines.findIndex((line, at) => at > 0 && /^(?:---|\.\.\.)\s*$/.test(line));
  if (!/^---\s*$/.test(lines[0] ?? '') || end === -1) return { fields, body: text };
  for (const line of lines.slice(1, end)) {
    const [, key, value] = /^([a-z][\w-]*):\s+(\S.*)/i.exec(line) ?? [];
    if (key !== undefined && value !== undefined) fields.set(key.toLowerCase(), toPlainValue(value.trim()));
  }
  return { fields, body: afterLines(text, end + 1) };
}

function toPlainValue(value: string): string {
  const [, doubleQuoted] = /^"((?:[^"\\]|\\.)*)"/.exec(value) ?? [];
  if (doubleQuoted !== undefined) return doubleQuoted.replace(/\\(.)/g, '$1');
  const [, singleQuoted] = /^'((?:[^']|'')*)'/.exec(value) ?? [];
  if (singleQuoted !== undefined) return singleQuoted.replaceAll("''", "'");
  // `|` and `>` start a multi-line value, `[` and `{` a list or a mapping.
  return /^[|>[{&*!]/.test(value) ? '' : value.replace(/\s#.*$/, '').trim();
}

function afterLines(text: string, count: number): string {
  let from = 0;
  for (let line = 0; line < count; line++) {
    const at = text.indexOf('\n', from);
    if (at === -1) return '';
    from = at + 1;
  }
  return text.slice(from);
}
