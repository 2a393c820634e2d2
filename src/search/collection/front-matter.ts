/** The most lines front matter may have; a longer block is text between two rules. */
const MAX_LINES = 100;

/** A text taken apart: what stands about it in front, and itself. */
export type FrontMatter = {
  /** Keys in lower case; values as plain text. */
  readonly fields: ReadonlyMap<string, string>;
  /** The text behind the block. */
  readonly body: string;
};

/**
 * The `key: value` lines between two `---` at the very beginning of a text, quoted or not. This is the part of YAML that
 * front matter uses for single values; lists, nested and many-line values are passed over. Text without such a block is all body.
 */
export function readFrontMatter(text: string): FrontMatter {
  const fields = new Map<string, string>();
  const lines = text.split(/\r?\n/, MAX_LINES + 2);
  const end = lines.findIndex((line, at) => at > 0 && /^(?:---|\.\.\.)\s*$/.test(line));
  if (!/^---\s*$/.test(lines[0] ?? '') || end === -1) return { fields, body: text };
  for (const line of lines.slice(1, end)) {
    const [, key, value] = /^([a-z][\w-]*):(?:\s+(\S.*))?$/i.exec(line) ?? [];
    if (key !== undefined && value !== undefined) fields.set(key.toLowerCase(), toPlainValue(value.trim()));
  }
  return { fields, body: afterLines(text, end + 1) };
}

function toPlainValue(value: string): string {
  const [, doubleQuoted] = /^"((?:[^"\\]|\\.)*)"/.exec(value) ?? [];
  if (doubleQuoted !== undefined) return doubleQuoted.replace(/\\(.)/g, '$1');
  const [, singleQuoted] = /^'((?:[^']|'')*)'/.exec(value) ?? [];
  if (singleQuoted !== undefined) return singleQuoted.replaceAll("''", "'");
  // `|` and `>` announce a value of many lines, `[` and `{` one of many parts.
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
