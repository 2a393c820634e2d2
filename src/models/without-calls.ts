import { type Call, isAbout, looseCall, readCall } from './read-call.ts';
import { trackCode } from './without-thinking.ts';

/** Takes the text of a model piece by piece and returns the part of it that is for a reader. */
export type CallFilter = {
  /** The text that is final after this piece: usually the piece itself. */
  push(piece: string): string;
  /** The text that was held back, at the end. */
  end(): string;
  /** What the calls taken out asked a search for. */
  readonly queries: readonly string[];
  /** Whether a call was taken out. */
  readonly hasCall: boolean;
};

/** Text that may be a call, until its end is known. */
type Block = {
  readonly kind: 'json' | 'fence' | 'tag';
  /** The characters before its content. */
  readonly opening: number;
  /** Finds its end, which follows its content. */
  readonly closing: RegExp;
  /** Whether a piece can complete the end: looking for it with each piece would take too long. */
  readonly last: RegExp;
};

/** A longer block is no call of a search; in characters. */
const MAX_HELD_CHARS = 16_000;
/** The longest tag or mark, in characters. */
const MAX_MARK_CHARS = 160;
const TAIL_CHARS = 100;

const START = /[<[{`]/g;
const CALL_NAME = '(?:tool|function|plugin|action)s?[_-]?(?:calls?|use|code|requests?|invocations?)';
/** `<tool_call>`, `<function=search>`, `<invoke name="search">`, with or without a prefix for names. */
const TAG = new RegExp(
  `<((?:\\w{1,12}:)?(?:(?:start_|begin_)?${CALL_NAME}|(?:invoke|function|tool)(?=[\\s=])))(?:[\\s=][^<>]{0,100})?>`,
  'iy',
);
/** `[TOOL_CALLS]`, in capitals only. */
const BRACKETED = /\[(?:TOOL|FUNCTION)_(?:CALLS?|REQUEST|USE)\]/y;
/** A token of a chat template, which no text for people has: `<|im_end|>`, `<｜tool▁calls▁begin｜>`. */
const TOKEN = /<(?:[|｜]\/?([\w▁./:-]{1,60})[|｜]?|[\w▁-]{1,60}[|｜])>/y;
const CALL_TOKEN = /tool|function|plugin|action|python_tag/i;
/** The channel of a call, of gpt-oss. */
const CALL_CHANNEL = /(?:<\|start\|>[^<\n]{0,60})?<\|channel\|>[^<\n]{0,20} to=[^<\n]{0,60}/y;
/** A token that names a speaker or a channel, which follows it. */
const HEADED = /^(?:channel|start|im_start|start_header_id)$/i;
const STRAY_CLOSING = new RegExp(`</(?:\\w{1,12}:)?(?:${CALL_NAME}|invoke|function|parameter)>`, 'iy');
const CALL_END = /<\|(?:call|end|eom_id|eot_id|im_end)\|>|<\|start\|>assistant(?=<\|channel\|>final)/g;
const JSON_START = /(?:\[\s{0,20})?\{\s{0,20}["']/y;
const JSON_BLOCK: Block = { kind: 'json', opening: 0, closing: /(?!)/, last: /[}\]]/ };
/** A fence of JSON, of a tag or of a call; other fences are code. */
const FENCE =
  /`{3,10}[ \t]*(?:(?:json[a-z0-9]*|xml)?[ \t]*\r?\n\s{0,20}(?=[{[<])|tool_\w{1,20}[ \t]*\r?\n)/iy;
const BRACKETED_END = /\[\/?(?:END_)?(?:TOOL|FUNCTION)_\w{1,12}\]|\n[ \t]*\n(?=[^\s{[])/;
/** A tag or token of which the rest may follow. */
const UNFINISHED = new RegExp(
  `^<[/|｜]?[\\w:|｜▁./-]{0,60}$|^<(?:\\w{1,12}:)?(?:${CALL_NAME}|invoke|function|tool)[\\s=][^<>]*$|^<\\|channel\\|>[^<\\n]*$`,
  'i',
);

/** What begins at a place: a block, a number of characters that are text or are left out. */
type Start = Block | { readonly isText: boolean; readonly length: number } | 'undecided';
const ONE_CHAR: Start = { isText: true, length: 1 };

/**
 * Removes what a model wrote for a program: calls of tools, which Sayso does not offer, and tokens of chat
 * templates; an answer that is the field of an object is taken out of it. Recognised by form:
 *
 * - A call in tags or as an object, even if it is cut off, is removed wherever it stands, also in a fence.
 * - An example stays: text in code, a block behind a colon or within a sentence, a fence with text after it.
 *   It is no example if it searches for what `question` asks.
 */
export function withoutCalls(question: string): CallFilter {
  return new Filter(question);
}

class Filter implements CallFilter {
  readonly #question: string;
  readonly #code = trackCode();
  readonly #queries: string[] = [];
  hasCall = false;
  #block: Block | null = null;
  #held = '';
  /** The end of the text passed on. */
  #tail = '';

  constructor(question: string) {
    this.#question = question;
  }

  get queries(): readonly string[] {
    return this.#queries;
  }

  push(piece: string): string {
    if (this.#held === '' && this.#block === null && !/[<[{`]/.test(piece)) return this.#emit(piece);
    const text = this.#held + piece;
    this.#held = '';
    if (this.#block?.last.test(piece) === false && text.length < MAX_HELD_CHARS) {
      this.#held = text;
      return '';
    }
    return this.#read(text, false);
  }

  end(): string {
    const text = this.#held;
    this.#held = '';
    const shown = this.#read(text, true);
    this.#block = null;
    return shown;
  }

  #read(text: string, isFinal: boolean): string {
    let shown = '';
    let from = 0;
    while (from < text.length) {
      if (this.#block !== null) {
        const length = lengthOf(this.#block, text.slice(from, from + MAX_HELD_CHARS), isFinal);
        if (length === null) break;
        shown += this.#decide(this.#block, text.slice(from, from + length), text.slice(from + length));
        this.#block = null;
        from += length;
        continue;
      }
      const at = nextStart(text, from);
      shown += this.#emit(text.slice(from, at));
      from = at;
      if (at === text.length) break;
      const start = this.#startAt(text.slice(at, at + MAX_MARK_CHARS), isFinal);
      if (start === 'undecided') break;
      if ('kind' in start) this.#block = start;
      else {
        if (start.isText) shown += this.#emit(text.slice(at, at + start.length));
        from += start.length;
      }
    }
    this.#held = text.slice(from);
    return shown;
  }

  /** What begins here. */
  #startAt(ahead: string, isFinal: boolean): Start {
    if (ahead.startsWith('`')) return this.#fence(ahead, isFinal);
    if (this.#code.isInside()) return ONE_CHAR;
    if (ahead.startsWith('<')) return startOfTag(ahead, isFinal);
    if (matchLength(JSON_START, ahead) > 0 && /(?:^|\s)$/.test(this.#tail)) return JSON_BLOCK;
    const opening = matchLength(BRACKETED, ahead);
    if (opening > 0) return { kind: 'tag', opening, closing: BRACKETED_END, last: /\S/ };
    return !isFinal && /^(?:\[\s{0,20})?\{?\s{0,20}$|^\[[A-Z_]{1,20}$/.test(ahead) ? 'undecided' : ONE_CHAR;
  }

  #fence(ahead: string, isFinal: boolean): Start {
    const length = matchLength(/`+/y, ahead);
    if (!/(?:^|\n)[ \t]*$/.test(this.#tail) || this.#code.isInside()) return { isText: true, length };
    if (!isFinal && /^`{1,10}[^\n`]{0,30}(?:\n\s{0,30})?$/.test(ahead)) return 'undecided';
    const opening = matchLength(FENCE, ahead);
    if (opening === 0) return { isText: true, length };
    const closing = new RegExp(`\\n[ \\t]{0,3}\`{${length},}[ \\t]*(?=\\s*\\S)`);
    return { kind: 'fence', opening, closing, last: /\S/ };
  }

  /** The part of a block that is for a reader. */
  #decide({ kind, opening }: Block, block: string, after: string): string {
    const content = block
      .slice(opening)
      .trimEnd()
      .replace(/\n[ \t]*`+$/, '');
    const isTagged = kind === 'tag' || /^`+[ \t]*tool_/i.test(block) || matchLength(TAG, content) > 0;
    const call = isTagged ? callWithin(content) : readCall(content);
    if (call === null) return this.#emit(block);
    const isFirst = !/\S/.test(this.#tail);
    if (call.answer !== null && isFirst && !/\bjson\b/i.test(this.#question)) return this.#emit(call.answer);
    if (!call.isCall || (this.#isExample(kind, isFirst, after) && !isAbout(call, this.#question)))
      return this.#emit(block);
    this.hasCall = true;
    this.#queries.push(...call.queries);
    return '';
  }

  #isExample(kind: Block['kind'], isFirst: boolean, after: string): boolean {
    if (kind === 'fence' && /\S/.test(after)) return true;
    if (kind !== 'tag' && /\bjson\b/i.test(this.#question)) return true;
    const isWithinSentence = /[^\s.!?…。！？\])*"”][ \t]*$/u.test(this.#tail);
    return !isFirst && (isWithinSentence || /[:：][*_]*\s*$/.test(this.#tail));
  }

  #emit(text: string): string {
    if (text === '') return '';
    this.#code.push(text);
    this.#tail = (this.#tail + text).slice(-TAIL_CHARS);
    return text;
  }
}

/** The call in the content of a tag. */
function callWithin(content: string): Call {
  const at = content.search(/[[{]/);
  const inner = at < 0 ? null : content.slice(at, at + (jsonLength(content.slice(at)) ?? content.length));
  const call = inner === null ? null : readCall(inner);
  return call === null || (call.isCall && call.queries.length === 0)
    ? looseCall(content)
    : { ...call, isCall: true };
}

/** What begins with a tag or a token. */
function startOfTag(ahead: string, isFinal: boolean): Start {
  const channel = matchLength(CALL_CHANNEL, ahead);
  if (channel > 0) return { kind: 'tag', opening: channel, closing: CALL_END, last: /[>l]/ };
  const [tag, name = ''] = matchAt(TAG, ahead);
  if (tag !== undefined) {
    const end = /^(?:start|begin)_/i.test(name) ? `end_${name.replace(/^[a-z]+_/i, '')}` : `/${name}`;
    return { kind: 'tag', opening: tag.length, closing: new RegExp(`<${end}>`, 'i'), last: />/ };
  }
  const [token = '', word = ''] = matchAt(TOKEN, ahead);
  if (CALL_TOKEN.test(word) && !/end|\//i.test(token))
    return { kind: 'tag', opening: token.length, closing: closingOfToken(word), last: />/ };
  const behind = HEADED.test(word) ? ahead.slice(token.length) : '<';
  const mayGrow = !isFinal && ahead.length < MAX_MARK_CHARS;
  if (mayGrow && (UNFINISHED.test(ahead) || !/[<\n]/.test(behind))) return 'undecided';
  const length = token.length > 0 ? token.length : matchLength(STRAY_CLOSING, ahead);
  if (length === 0) return ONE_CHAR;
  return { isText: false, length: length + matchLength(/[^<\n]{0,60}(?=[<\n])/y, behind) };
}

/** The length of a block; null if its end has not arrived. */
function lengthOf({ kind, closing, opening }: Block, text: string, isFinal: boolean): number | null {
  const rest = text.slice(opening);
  const end = kind === 'json' ? jsonLength(rest) : endOf(closing, rest);
  if (end !== null) return opening + end;
  return isFinal || text.length >= MAX_HELD_CHARS ? text.length : null;
}

function nextStart(text: string, from: number): number {
  const starts = new RegExp(START);
  starts.lastIndex = from;
  return starts.exec(text)?.index ?? text.length;
}

/** The match of a sticky pattern at the beginning; empty without one. */
function matchAt(pattern: RegExp, text: string): readonly (string | undefined)[] {
  pattern.lastIndex = 0;
  return pattern.exec(text) ?? [];
}

function matchLength(pattern: RegExp, text: string): number {
  return matchAt(pattern, text)[0]?.length ?? 0;
}

function endOf(closing: RegExp, text: string): number | null {
  closing.lastIndex = 0;
  const match = closing.exec(text);
  return match === null ? null : match.index + match[0].length;
}

/** The token that ends what `word` begins: `…_end`, `/…`, or the end of the turn. */
function closingOfToken(word: string): RegExp {
  const name = word.replace(/[.]/g, '\\.');
  const ends = [name.replace(/begin|start/i, 'end'), `/${name}`].filter((end) => end !== name);
  return new RegExp(
    `<[|｜](?:${[...ends, 'eom_id', 'eot_id', 'im_end'].join('|')})[|｜]>|<${name}[|｜]>`,
    'i',
  );
}

/** The length of the JSON value that begins a text; null if it does not end in it. */
function jsonLength(text: string): number | null {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === 34) {
      while (++at < text.length && text.charCodeAt(at) !== 34) if (text.charCodeAt(at) === 92) at++;
    } else if (char === 123 || char === 91) depth++;
    else if ((char === 125 || char === 93) && --depth === 0) return at + 1;
  }
  return null;
}
