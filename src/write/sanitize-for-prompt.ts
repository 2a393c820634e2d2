import words from './chat-tokens.json' with { type: 'json' };
import lookAlikes from './look-alikes.json' with { type: 'json' };

/**
 * Invisible characters, which can hide text or change the reading direction: soft hyphen, zero-width
 * characters, bidi controls, fillers, variation selectors, tag characters. Zero-width joiners stay after a
 * letter of the Arabic and Indic scripts, where they are part of the spelling.
 */
const INVISIBLE = new RegExp(
  String.raw`[\u00ad\u061c\u115f\u1160\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff]` +
    String.raw`|[\uffa0\ufff9-\ufffb]|[\u180b-\u180f]|[\ufe00-\ufe0f]|\u034f` +
    String.raw`|[\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]` +
    String.raw`|(?<![\u0600-\u0dff])[\u200c\u200d]`,
  'gu',
);

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/g;

/**
 * Text with nothing to remove, which is the case for most English text; one test costs less than four
 * searches.
 */
const PLAIN = /^[\n\x20-\x7e]*$/;

const INERT: ReadonlyMap<string, string> = new Map([
  ['<', '‹'],
  ['>', '›'],
  ['[', '('],
  [']', ')'],
]);

/**
 * Makes text from the web safe to put into a prompt: without invisible characters, and without anything that
 * a model could mistake for a delimiter of the prompt, a token of a chat template, the heading of a speaker
 * or a citation, even with look-alike characters. The text remains readable: `<|im_end|>` becomes
 * `‹|im_end|›`, `[3]` becomes `(3)`, `System: do` becomes `System – do`. Takes time in proportion to the
 * length.
 */
export function sanitizeForPrompt(text: string): string {
  // Headings are replaced first, because removing their marks may uncover a tag.
  return withInertBrackets(withInertHeadings(withoutInvisible(text)));
}

/** The text without invisible characters. Line ends become `\n`, other control characters spaces. */
export function withoutInvisible(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.toWellFormed().replace(INVISIBLE, '').replace(/\r\n?/g, '\n').replace(CONTROL, ' ');
}

/** `**System:** do` becomes `System – do`. */
function withInertHeadings(text: string): string {
  const folded = foldConfusables(text);
  let result = '';
  let copiedTo = 0;
  for (let line = 0; line >= 0; line = nextLine(folded.text, line)) {
    ROLE_HEADING.lastIndex = line;
    const [whole, indent, role] = ROLE_HEADING.exec(folded.text)?.indices ?? [];
    if (whole === undefined || indent === undefined || role === undefined) continue;
    const slice = ([start, end]: [number, number]) =>
      text.slice(folded.originOf(start), folded.originOf(end));
    result += `${text.slice(copiedTo, folded.originOf(whole[0]))}${slice(indent)}${slice(role)} –`;
    copiedTo = folded.originOf(whole[1]);
  }
  return result + text.slice(copiedTo);
}

/** The beginning of the next line; -1 if there is none. */
function nextLine(text: string, line: number): number {
  const end = text.indexOf('\n', line);
  return end < 0 ? -1 : end + 1;
}

/** The text with the brackets of every token and citation replaced. */
function withInertBrackets(text: string): string {
  const folded = foldConfusables(text);
  let result = '';
  let copiedTo = 0;
  for (const index of bracketsIn(folded.text)) {
    const inert = INERT.get(folded.text.charAt(index));
    const origin = folded.originOf(index);
    if (inert === undefined || origin < copiedTo) continue;
    result += text.slice(copiedTo, origin) + inert;
    copiedTo = origin + String.fromCodePoint(text.codePointAt(origin) ?? 0).length;
  }
  return result + text.slice(copiedTo);
}

/** The indices of all brackets in tokens and citations. */
function* bracketsIn(text: string): Generator<number> {
  const starts = new RegExp(TOKEN_START);
  for (let start = starts.exec(text); start !== null; start = starts.exec(text)) {
    const token = matchAt(TOKEN, text, start.index) ?? matchAt(CAPITAL_TOKEN, text, start.index);
    if (token === null) continue;
    for (const bracket of token.matchAll(TOKEN_START)) yield start.index + bracket.index;
    starts.lastIndex = start.index + token.length;
  }
}

function matchAt(pattern: RegExp, text: string, index: number): string | null {
  pattern.lastIndex = index;
  return pattern.exec(text)?.[0] ?? null;
}

/** A text for matching, in which look-alike characters are equal. */
type Folded = {
  readonly text: string;
  /**
   * The position in the original text of each code unit of `text`; for the end of `text`, the length of the
   * original.
   */
  originOf(index: number): number;
};

/** A part of the folded text. If `isFixed`, the whole part came from one character of the original. */
type FoldedStretch = { readonly start: number; readonly origin: number; readonly isFixed: boolean };

const FIRST_FOLDED = 0x80;
const BACKSLASH = 0x5c;
/** Printable ASCII without the backslash. */
const UNFOLDED = /^[\n\x20-\x5b\x5d-\x7e]*$/;
const MARK = /\p{M}/gu;

/** The folded form of each character, by code point. */
const foldedForms = new Map<number, string>();
/** Texts in one language have fewer distinct characters than this; the limit bounds the memory. */
const MAX_FORMS = 10_000;

/** Folds width, style (NFKD), accents and look-alikes, each character alone: matches are traced back. */
function foldConfusables(text: string): Folded {
  if (UNFOLDED.test(text)) return { text, originOf: (index) => index };
  const stretches: FoldedStretch[] = [{ start: 0, origin: 0, isFixed: false }];
  let folded = '';
  /** The offset up to which the text has been copied to `folded`. */
  let done = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < FIRST_FOLDED && unit !== BACKSLASH) continue;
    const point = text.codePointAt(at) ?? unit;
    const length = point > 0xffff ? 2 : 1;
    const replacement = foldPoint(point);
    if (replacement !== text.slice(at, at + length)) {
      const isFixed = replacement.length !== length;
      folded += text.slice(done, at);
      if (isFixed) stretches.push({ start: folded.length, origin: at, isFixed });
      folded += replacement;
      done = at + length;
      if (isFixed) stretches.push({ start: folded.length, origin: done, isFixed: false });
    }
    at += length - 1;
  }
  return { text: folded + text.slice(done), originOf: (index) => originIn(stretches, index) };
}

function foldPoint(point: number): string {
  const cached = foldedForms.get(point);
  if (cached !== undefined) return cached;
  const character = String.fromCodePoint(point);
  const bare = character.normalize('NFKD').replace(MARK, '');
  const folded = ASCII.get(character) ?? Array.from(bare, (part) => ASCII.get(part) ?? part).join('');
  if (foldedForms.size < MAX_FORMS) foldedForms.set(point, folded);
  return folded;
}

function originIn(stretches: readonly FoldedStretch[], index: number): number {
  let low = 0;
  let high = stretches.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((stretches[middle]?.start ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  const stretch = stretches[low];
  if (stretch === undefined) return index;
  return stretch.isFixed ? stretch.origin : stretch.origin + index - stretch.start;
}

/**
 * The ASCII characters by common characters that look like them (compare UTS #39), except those that NFKD
 * already maps to that character.
 */
const ASCII = new Map(
  Object.entries(lookAlikes).flatMap(([ascii, others]) =>
    Array.from(others, (other) => [other, ascii] as const),
  ),
);

/*
 * Words that must not occur in text from the web in the form in which a chat template or Sayso's own prompt
 * uses them. Collected from the published chat templates of Llama, Mistral, Gemma, Qwen (ChatML), DeepSeek,
 * Phi, GLM, InternLM and others. Tokens with bars, underscores or numbers need no list, because they are
 * recognised by their form. `ownTags` are the tags of Sayso's own prompt; names with the same beginning are
 * treated as look-alikes. `tagNames` are also plain words. `typeLikeTagNames` are also types in programs:
 * `Promise<User>` stays as it is. `bracketWords` are written in square brackets. `roles` are the speakers of
 * a transcript: at the start of a line, before a colon or as a heading.
 */
const { ownTags, tagNames, typeLikeTagNames, bracketWords, roles } = words;

// All patterns are for folded text (`sanitize-for-prompt.ts`) and match at one position. Repetitions are
// bounded, so that a text takes linear time.

const anyOf = (words: readonly string[]) => words.join('|');
/** White space inside a token. */
const GAP = '\\s{0,20}';
const NAME = '[\\p{L}\\p{N}_:.-]';
/**
 * The end of a tag. It needs white space before an attribute, and an attribute has one equals sign, so that
 * comparisons such as `i<max_len && j>0` do not match.
 */
const TAG_END = `(?:\\s{1,20}[\\w:-]{1,40}${GAP}=[^<>\\n]{0,80})?${GAP}/?${GAP}>`;
const TAG_START = `<{1,2}${GAP}(?:/${GAP}){0,2}`;

/** `<|im_end|>`, and templates with a bar at one end only: `<|turn>` opens, `<turn|>` closes. */
const BARRED = [
  '<\\|[^<>\\n]{1,60}\\|>',
  '<\\|[\\p{L}\\p{N}_][^<>\\s]{0,60}>',
  '<[\\p{L}\\p{N}_-]{1,60}\\|>',
  '\\[\\|[\\p{L}\\p{N}_ :./-]{1,60}\\|\\]',
];
/** Tags that no document format has: with underscores or numbers, or a value for attributes. */
const ODD_TAGS = [
  // The types of C, as in `vector<size_t>`, do not match.
  `${TAG_START}(?![\\p{L}\\p{N}_]{1,40}_t${GAP}>)[\\p{L}\\p{N}:.-]{0,40}_${NAME}{0,60}${TAG_END}`,
  // `<h1>` and the types of numbers, as in `Vec<u8>` and `List<int32>`, do not match.
  `${TAG_START}(?!u?int\\d|float\\d)\\p{L}{4,40}\\p{Nd}{1,4}${TAG_END}`,
  `${TAG_START}\\p{L}{2,40}=[^<>\\n]{1,60}>`,
  '<0x[0-9a-f]{2}>',
  '<2\\p{L}{2,3}>',
  `<<${GAP}/?[\\p{L}\\p{N}_]{1,40}${GAP}>>`,
];
const KNOWN_TAGS = [
  `${TAG_START}(?:\\p{L}{1,20}:)?(?:${anyOf(tagNames)})(?![\\p{L}\\p{N}_.@-])(?:${TAG_END})?`,
  `(?:(?<![\\p{L}\\p{N}])<{1,2}|</)(?:${anyOf(typeLikeTagNames)})${TAG_END}`,
  `<{1,2}${GAP}/${GAP}/?${GAP}(?:${anyOf(ownTags)})(?:[^<>\\n]{0,60}>)?`,
  `<{1,2}${GAP}(?:${anyOf(ownTags)})[^<>\\n]{0,60}>`,
];
const BRACKETED = [
  `\\[${GAP}/?${GAP}(?:${anyOf(bracketWords)})${GAP}\\]`,
  `\\[/?(?:\\p{L}{4,40}_|unused)\\p{Nd}{1,4}\\]`,
  // The marks of MiniMax: `]~!b[`, `]~b]`, `[e~[`, `]<]minimax[>[`.
  '\\]~!?\\p{L}{1,4}[[\\]]',
  '\\[\\p{L}~\\[',
  '\\]<\\]\\p{L}{1,20}\\[>\\[',
];
const NUMBERS = '\\p{Nd}{1,3}(?:\\s*[,;–-]\\s*\\^?\\p{Nd}{1,3})*';
/** A citation in the forms that models write, including `【1†source】`. */
const CITATION = `\\[${GAP}(?:sources?${GAP}:?${GAP})?\\^?${NUMBERS}${GAP}(?:†[^\\]\\n]{0,30})?\\]`;

/** The first characters of tokens. */
const TOKEN_START = /[<>[\]]/g;

/** A token of a chat template, a tag of the prompt or a citation, in upper or lower case. */
const TOKEN = new RegExp([...BARRED, ...ODD_TAGS, ...KNOWN_TAGS, ...BRACKETED, CITATION].join('|'), 'iuy');

/** Tokens that occur only in capitals: `[TOOL_RESULTS]`, and Falcon's `>>QUESTION<<`. */
const CAPITAL_TOKEN = /\[\/?\p{Lu}{2,30}(?:_\p{Lu}{1,30}){1,4}\]|>>\p{Lu}{3,30}<</uy;

/** Marks of quotes, lists and headings before a role, removed with it; group 1, the indent, stays. */
const BEFORE_ROLE = '([^\\S\\n]*)(?:(?:[>*•-]|\\d{1,2}[.)])[^\\S\\n]+)?(?:#{1,6}[^\\S\\n]*)?(?:\\*\\*|__)?';

/** The start of a line that names the speaker in a transcript; group 2 is the role. */
const ROLE_HEADING = new RegExp(
  `${BEFORE_ROLE}(${anyOf(roles)})(?:\\*\\*|__)?[^\\S\\n]*(?::(?:\\*\\*|__)?|$|(?=\\n))`,
  'diuy',
);
