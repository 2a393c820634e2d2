import words from './chat-tokens.json' with { type: 'json' };

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
export const TOKEN_START = /[<>[\]]/g;

/** A token of a chat template, a tag of the prompt or a citation, in upper or lower case. */
export const TOKEN = new RegExp(
  [...BARRED, ...ODD_TAGS, ...KNOWN_TAGS, ...BRACKETED, CITATION].join('|'),
  'iuy',
);

/** Tokens that occur only in capitals: `[TOOL_RESULTS]`, and Falcon's `>>QUESTION<<`. */
export const CAPITAL_TOKEN = /\[\/?\p{Lu}{2,30}(?:_\p{Lu}{1,30}){1,4}\]|>>\p{Lu}{3,30}<</uy;

/** Marks of quotes, lists and headings before a role, removed with it; group 1, the indent, stays. */
const BEFORE_ROLE = '([^\\S\\n]*)(?:(?:[>*•-]|\\d{1,2}[.)])[^\\S\\n]+)?(?:#{1,6}[^\\S\\n]*)?(?:\\*\\*|__)?';

/** The start of a line that names the speaker in a transcript; group 2 is the role. */
export const ROLE_HEADING = new RegExp(
  `${BEFORE_ROLE}(${anyOf(roles)})(?:\\*\\*|__)?[^\\S\\n]*(?::(?:\\*\\*|__)?|$|(?=\\n))`,
  'diuy',
);
