import tags from './thinking-tags.json' with { type: 'json' };

/** The marks with which a family of models encloses its thinking, in lower case like names of tags. */
type Family = { readonly openings: readonly string[]; readonly closings: readonly string[] };

/** A tag in a text that marks thinking. */
type ThinkingTag = {
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
/** The marks of gpt-oss without their brackets, which some servers drop: "analysisThe user ... assistantfinalIt is". */
const BARE_START = 'analysis';
const BARE_FAMILY = FAMILIES.length + 1;
const BARE_END = 'assistantfinal';

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
const TAG_START = /[<[◁]/g;

/** The tag at `at`; `undecided` if more text could complete one, null if there is none. */
function thinkingTagAt(text: string, at: number): ThinkingTag | 'undecided' | null {
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
function closingOf(
  family: number,
  text: string,
  from: number,
): { readonly at: number; readonly length: number } | null {
  if (family === DETAILS_FAMILY || family === BARE_FAMILY) {
    const end = family === BARE_FAMILY ? BARE_END : DETAILS_END;
    const at = text.indexOf(end, from);
    return at < 0 ? null : { at, length: end.length };
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
const MAX_UNDECIDED_CHARS = Math.max(MAX_TAG_CHARS, LONGEST_MARK);

/** Takes the text of a model piece by piece and returns the part of it that belongs to the answer. */
type ThinkingFilter = {
  /** The answer text that is final after this piece: usually the piece itself, sometimes nothing. */
  push(piece: string): string;
  /** Text held back that belongs to the answer, at its end. A second call returns nothing. */
  end(): string;
};

/** An open tag. */
type Thinking = {
  readonly family: number;
  /** An open tag and the text after it, while the answer may merely be mentioning the tag; null otherwise. */
  mention: string | null;
};

/** The longest text after a possible mention, in characters: the length of the longest answer. */
const MAX_MENTION_CHARS = 16_000;
const START = new RegExp(TAG_START.source);

/**
 * Removes the thinking that reasoning models write into their text, such as `<think>…</think>`, even if a tag
 * arrives in several pieces; also removes white space before the first word. Text without the first character
 * of a tag is passed on at once.
 *
 * - Tags within code are text.
 * - Thinking that never ends leaves nothing after it. In the middle of a line, however, the answer may merely
 *   mention the tag (`the <think> tag`): if no closing tag follows, the text belongs to the answer.
 * - A closing tag alone is removed. Some servers put the opening tag into the prompt; the text before the
 *   closing tag has been passed on by then.
 */
export function withoutThinking(): ThinkingFilter {
  return new TagFilter();
}

class TagFilter implements ThinkingFilter {
  readonly #code = trackCode();
  /** Text at the end that may be the beginning of a tag. */
  #undecided = '';
  /** The last character of the answer so far; empty before the first one. */
  #last = '';
  #thinking: Thinking | null = null;
  #isAfterTag = false;
  /** Whether a tag around the answer was removed. */
  #isWrapped = false;

  push(piece: string): string {
    const isPlain = this.#last !== '' && !START.test(piece);
    if (this.#thinking === null && this.#undecided === '' && isPlain) return this.#emit(piece);
    const text = this.#undecided + piece;
    this.#undecided = '';
    return this.#filter(text);
  }

  #filter(text: string): string {
    let answer = '';
    let from = 0;
    if (this.#thinking === null && this.#last === '' && !this.#isAfterTag) {
      const start = text.trimStart();
      if (start !== '' && start.length <= BARE_START.length && BARE_START.startsWith(start)) {
        this.#undecided = text;
        return '';
      }
      if (start.startsWith(BARE_START) && /^\p{Lu}/u.test(start.slice(BARE_START.length)))
        this.#thinking = { family: BARE_FAMILY, mention: null };
    }
    while (from < text.length) {
      if (this.#thinking !== null) {
        from = this.#skipThinking(this.#thinking, text, from);
        continue;
      }
      const at = nextStart(text, from);
      answer += this.#emit(text.slice(from, at));
      if (at === text.length) break;
      const tag = this.#code.isInside() ? null : thinkingTagAt(text, at);
      if (tag === 'undecided') {
        this.#undecided = text.slice(at);
        break;
      }
      if (tag === null || this.#isMentionedWrapper(tag)) {
        answer += this.#emit(text.charAt(at));
        from = at + 1;
        continue;
      }
      this.#openOrDrop(tag, text.slice(at, at + tag.length));
      from = at + tag.length;
    }
    return answer;
  }

  #openOrDrop(tag: ThinkingTag, spelling: string): void {
    this.#isAfterTag = true;
    this.#isWrapped ||= tag.kind === 'wrapper';
    if (tag.kind !== 'opening') return;
    this.#thinking = { family: tag.family, mention: this.#isWithinLine() ? spelling : null };
  }

  #isWithinLine(): boolean {
    return /[\s"'“„«(]/.test(this.#last) && this.#last !== '\n';
  }

  /** Whether a tag around an answer is named in a sentence. */
  #isMentionedWrapper({ kind }: ThinkingTag): boolean {
    return kind === 'wrapper' && !this.#isWrapped && this.#isWithinLine();
  }

  /** The position where the answer continues; the end of the text if the thinking has not ended. */
  #skipThinking(open: Thinking, text: string, from: number): number {
    const closing = closingOf(open.family, text, from);
    if (closing !== null) {
      this.#thinking = null;
      return closing.at + closing.length;
    }
    const certain = Math.max(from, text.length - MAX_UNDECIDED_CHARS);
    this.#collectMention(open, text.slice(from, certain));
    this.#undecided = text.slice(certain);
    return text.length;
  }

  #collectMention(open: Thinking, text: string): void {
    if (open.mention === null) return;
    open.mention += text;
    if (open.mention.length > MAX_MENTION_CHARS) open.mention = null;
  }

  #emit(text: string): string {
    const shown = this.#withoutExtraBlanks(text);
    this.#code.push(shown);
    if (shown === '') return '';
    this.#last = shown.slice(-1);
    this.#isAfterTag = false;
    return shown;
  }

  /** The answer begins with no blank, and a removed tag leaves only one. */
  #withoutExtraBlanks(text: string): string {
    if (this.#last === '') return text.trimStart();
    const isBehindBlank = this.#isAfterTag && /\s/.test(this.#last);
    return isBehindBlank ? text.replace(/^[ \t]+/, '') : text;
  }

  end(): string {
    const [thinking, undecided] = [this.#thinking, this.#undecided];
    this.#thinking = null;
    this.#undecided = '';
    if (thinking === null) return this.#emit(undecided);
    if (thinking.mention === null) return '';
    const mention = thinking.mention + undecided;
    // Thinking begins with a word or a new line; a sentence about the tag continues with a space or a
    // punctuation mark.
    return /^<[^>]*>[ "'”»),.;:]/.test(mention) ? mention : '';
  }
}

function nextStart(text: string, from: number): number {
  const starts = new RegExp(TAG_START);
  starts.lastIndex = from;
  return starts.exec(text)?.index ?? text.length;
}

/** A run of at least this many backticks opens a fence, which blank lines do not end. */
const FENCE = 3;
const RUN_OR_BLANK_LINE = /`+|\n[^\S\n]*\n/g;

/**
 * Tracks the code in a Markdown text that arrives in pieces, by its backticks as CommonMark reads them. A
 * code span that is never closed ends with its paragraph.
 */
export function trackCode() {
  /** Length of the run of backticks that opened the code; 0 outside. */
  let opened = 0;
  let unread = '';
  return {
    /** Call it with every piece of the text, in order. */
    push(piece: string): void {
      unread += piece;
    },
    /** Whether the text ends inside a code span or a fence; the next character is no backtick. */
    isInside(): boolean {
      for (const [mark] of unread.matchAll(RUN_OR_BLANK_LINE)) {
        const closes = mark.length === opened || (opened >= FENCE && mark.length > opened);
        // A blank line ends a code span, but no fence.
        if (!mark.startsWith('`')) opened = opened < FENCE ? 0 : opened;
        else if (opened === 0) opened = mark.length;
        else if (closes) opened = 0;
      }
      unread = '';
      return opened > 0;
    },
  };
}
