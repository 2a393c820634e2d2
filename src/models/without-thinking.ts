import {
  closingOf,
  MAX_UNDECIDED_CHARS,
  TAG_START,
  type ThinkingTag,
  thinkingTagAt,
} from './find-thinking-tag.ts';

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
    if (this.#thinking === null && this.#undecided === '' && !START.test(piece)) return this.#emit(piece);
    const text = this.#undecided + piece;
    this.#undecided = '';
    return this.#filter(text);
  }

  #filter(text: string): string {
    let answer = '';
    let from = 0;
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
