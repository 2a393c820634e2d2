import tags from './thinking-tags.json' with { type: 'json' };

/** The marks with which a family of models encloses its thinking, in lower case like names of tags. */
type Family = { readonly openings: readonly string[]; readonly closings: readonly string[] };

/** A tag in a text that marks thinking. */
export type ThinkingTag = {
  /** `empty` and the `wrapper` of an answer enclose no thinking. */
  readonly kind: 'opening' | 'closing' | 'empty' | 'wrapper';
  /** In characters. */
  readonly length: number;
  /** Index of the family, for `closingOf`. */
  readonly family: number;
};

/*
 * `names` are tags in angle brackets, with or without attributes: DeepSeek, Qwen, GLM, EXAONE, Seed. The
 * other marks are from the chat templates of Mistral, Kimi, Cohere, gpt-oss, Gemma, Apertus and OpenThinker.
 */
const { names, wrappers, families } = tags;
const FAMILIES: readonly Family[] = [
  { openings: names.map((name) => `<${name}>`), closings: names.map((name) => `</${name}>`) },
  ...families,
];
/** Open WebUI's form of thinking. Other `<details>` are part of an answer, and so is their end. */
const DETAILS = /^<details\s{1,4}type="?reasoning"?(?:\s[^<>]{0,50})?>/i;
const DETAILS_FAMILY = FAMILIES.length;
const DETAILS_END = '</details>';

type Mark = Omit<ThinkingTag, 'length'> & { readonly mark: string };
const MARKS: readonly Mark[] = FAMILIES.flatMap(({ openings, closings }, family): Mark[] => [
  ...openings.map((mark) => ({ mark, family, kind: 'opening' as const })),
  ...closings.map((mark) => ({ mark, family, kind: 'closing' as const })),
]).concat(
  wrappers.flatMap((name) =>
    [`<${name}>`, `</${name}>`].map((mark) => ({ mark, family: 0, kind: 'wrapper' as const })),
  ),
);

/** The longest tag in characters; limits how much text is held back. */
const MAX_TAG_CHARS = 80;
const LONGEST_MARK = Math.max(...MARKS.map(({ mark }) => mark.length));
/** A tag with spaces or attributes: `<think type="deep">`, `</think >`, `<think />`. */
const LOOSE_TAG = new RegExp(
  `^<(/?)(?:${names.join('|')})(?:\\s{1,4}[\\w:-]{1,20}=(?:"[^"]*"|'[^']*'|[\\w.-]+)){0,3}\\s{0,4}(/?)>$`,
  'i',
);
const LOOSE_START = new RegExp(`^</?(?:${names.join('|')})[\\s/]`, 'i');

/** The first characters of tags. */
export const TAG_START = /[<[◁]/g;

/** The tag at `at`; `undecided` if more text could complete one, null if there is none. */
export function thinkingTagAt(text: string, at: number): ThinkingTag | 'undecided' | null {
  const ahead = text.slice(at, at + Math.max(MAX_TAG_CHARS, LONGEST_MARK));
  const lower = ahead.toLowerCase();
  const found = MARKS.find(({ mark }) => lower.startsWith(mark));
  if (found !== undefined) return { kind: found.kind, length: found.mark.length, family: found.family };
  if (MARKS.some(({ mark }) => mark.startsWith(lower))) return 'undecided';
  const details = DETAILS.exec(ahead)?.[0];
  if (details !== undefined) return { kind: 'opening', length: details.length, family: DETAILS_FAMILY };
  if (!LOOSE_START.test(ahead)) return mayBeDetails(lower) ? 'undecided' : null;
  const end = ahead.indexOf('>');
  if (end < 0) return ahead.length < MAX_TAG_CHARS && !/[\n<]/.test(ahead.slice(1)) ? 'undecided' : null;
  const loose = LOOSE_TAG.exec(ahead.slice(0, end + 1));
  if (loose === null) return null;
  const [, slashBefore, slashBehind] = loose;
  const withoutSlashBefore = slashBehind === '/' ? 'empty' : 'opening';
  return { kind: slashBefore === '/' ? 'closing' : withoutSlashBefore, length: end + 1, family: 0 };
}

function mayBeDetails(text: string): boolean {
  const start = '<details type';
  return start.startsWith(text) || (text.startsWith(start) && /^[^>\n]{0,79}$/.test(text));
}

/** The first closing tag of a family at or after `from`; null if there is none yet. */
export function closingOf(
  family: number,
  text: string,
  from: number,
): { readonly at: number; readonly length: number } | null {
  if (family === DETAILS_FAMILY) {
    const at = text.indexOf(DETAILS_END, from);
    return at < 0 ? null : { at, length: DETAILS_END.length };
  }
  const starts = new RegExp(TAG_START);
  starts.lastIndex = from;
  for (let start = starts.exec(text); start !== null; start = starts.exec(text)) {
    const tag = thinkingTagAt(text, start.index);
    if (tag === null || tag === 'undecided') continue;
    if (tag.kind === 'closing' && tag.family === family) return { at: start.index, length: tag.length };
  }
  return null;
}

/** The number of characters at the end of a text that may be the beginning of a tag. */
export const MAX_UNDECIDED_CHARS = Math.max(MAX_TAG_CHARS, LONGEST_MARK);
