import { callWithin, isAbout, jsonLength, readCall } from './read-call.ts';
import { trackCode } from './without-thinking.ts';

/** Takes the text of a model piece by piece and returns the part of it that is for a reader. */
type CallFilter = {
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

/** Brackets and fences, what MiniMax begins its marks with, the cites of ChatGPT, and labels at a line's start. */
const START = /[<[{`\]\ue200]|(?<=\n)[>TAcf]/g;
const MAY_START = /[<[{`\]\ue200]|\n[>TAcf]/;
const STARTS_LABEL = /^[>TAcf]/;
const CALL_NAME =
  '(?:(?:tool|function|plugin|action)s?[_-]?(?:calls?|use|code|requests?|invocations?|respon[cs]es?|results?|outputs?)|use_(?:mcp_)?tool)';
const PREFIX = '(?:\\w{1,12}:|[|｜]\\w{1,12}[|｜])?';
/** `<tool_call>`, `<function=search>`, `<invoke name="search">`, with or without a prefix for names. */
const TAG = new RegExp(
  `<(${PREFIX}(?:(?:start_|begin_)?${CALL_NAME}|(?:invoke|function|tool)(?=[\\s=])))(?:[\\s=][^<>]{0,100})?>`,
  'iy',
);
/** A query between tags: `<search>`, `<web_search>`, `<search_query>`; only at the start of a line. */
const SEARCH_TAG = /<((?:web_?)?search(?:_?query)?)>/iy;
/** `[search(query="x")]`, `[tool_call: search(query="x")]`. */
const PYTHONIC = /\[(?:\w{4,9}_call:\s?)?[\w.]{1,60}\(\s?(?:\w{1,9}_)?quer(?:y|ies)\s?=/y;
const PYTHONIC_END = /\)\s?\]/;
/** What some models write above a call. */
const LABEL =
  /(?:(?:call|court)[ \t]*\n|Action:[ \t]*\n?|(?:>>>|functions\.)[\w.-]{1,60}(?::\d{1,3})?\s{0,9})(?=\s{0,9}(?:[{<]|\[\s{0,9}[{"]|```))/y;
/** `Action: search`, `Action Input: "x"`. */
const REACT =
  /(?:Thought:[^\n]*\n[ \t]*)?Action:[ \t]*[\w.-]{1,60}[ \t]*\n[ \t]*Action[ _]Input:(?=[\s\S])/iy;
const REACT_END = /\n(?=[ \t]*(?:\n|Observation:))/;
/** `call:search{query:"x"}` of Gemma. */
const NAMED_CALL = /call:[\w:.-]{1,60}(?=\{)/y;
/** The first words of labels, and what may grow to be one. */
const LABEL_STARTS = ['call', 'court', 'functions.', '>>>', 'Thought:', 'Action:'];
const UNFINISHED_LABEL =
  /^(?:(?:call|court)[ \t]*\n?\s{0,9}|call:[\w:.-]{0,60}|(?:>>>|functions\.)[\w.:-]{0,60}\s{0,9}\[?\s{0,9}|(?:Thought:[^\n]*\n?[ \t]*)?(?:A[a-z]{0,5}|Action:[\w \t.`[-]*(?:\n[\w :`[]*)?)?)$/;
/** A mark of MiniMax: `]<]minimax[>[`. */
const BRACKETS = /\]<\]\w{1,20}\[>\[/y;
/** The citations of ChatGPT, of characters for private use. */
const CITE = /\ue200[^\ue200\ue201\n]{1,140}\ue201/y;
/** `[TOOL_CALLS]`, in capitals only. */
const BRACKETED = /\[(?:TOOL|FUNCTION)_(?:CALLS?|REQUEST|USE)\]/y;
/** A token of a chat template, which no text for people has: `<|im_end|>`, `<｜tool▁calls▁begin｜>`. */
const TOKEN = /<(?:[|｜]\/?([\w▁./:-]{1,60})[|｜]?|[\w▁-]{1,60}[|｜]|(?:unused|ctrl|extra_id_)\d{1,6})>/y;
const CALL_TOKEN = /tool|function|plugin|action|python_tag|python_start|search_query/i;
/** A call of Kimi K3. */
const OPENED_CALL = /<\|open\|>(?:tool|call)[^<\n]{0,100}<\|sep\|>/y;
const OPENED_CALL_END = /<\|close\|>(?:tools|message)[^<\n]{0,20}<\|sep\|>/;
/** The channel of a call, of gpt-oss. */
const CALL_CHANNEL = /(?:<\|start\|>[^<\n]{0,60})?<\|channel\|>[^<\n]{0,20} to=[^<\n]{0,60}/y;
/** A token that names a speaker or a channel, which follows it. */
const HEADED = /^(?:channel|start|im_start|start_header_id|open|close)$/i;
const STRAY_CLOSING = new RegExp(`</${PREFIX}(?:${CALL_NAME}|invoke|function|parameter)>`, 'iy');
const CALL_END = /<\|(?:call|end|eom_id|eot_id|im_end)\|>|<\|start\|>assistant(?=<\|channel\|>final)/g;
const JSON_START = /(?:\[\s{0,20})?\{\s{0,20}["']/y;
const JSON_BLOCK: Block = { kind: 'json', opening: 0, closing: /(?!)/, last: /[}\]]/ };
/** A fence of JSON, of a tag or of a call; other fences are code. */
const FENCE =
  /`{3,10}[ \t]*(?:(?:json[a-z0-9]*|xml)?[ \t]*\r?\n\s{0,20}(?=[{[<])|tool_\w{1,20}[ \t]*\r?\n)/iy;
const BRACKETED_END = /\[\/?(?:END_)?(?:TOOL|FUNCTION)_\w{1,12}\]|\n[ \t]*\n(?=[^\s{[])/;
/** A tag or token of which the rest may follow. */
const UNFINISHED = new RegExp(
  `^<[/|｜]?[\\w:|｜▁./-]{0,60}$|^<${PREFIX}(?:${CALL_NAME}|invoke|function|tool)[\\s=][^<>]*$|^<\\|(?:channel|open)\\|>[^<\\n]*(?:<\\|?s?e?p?\\|?)?$`,
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
    const isPlain = !MAY_START.test(piece) && !(this.#isAtLineStart() && STARTS_LABEL.test(piece));
    if (this.#held === '' && this.#block === null && isPlain) return this.#emit(piece);
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
      const at = from === 0 && this.#isAtLineStart() && STARTS_LABEL.test(text) ? 0 : nextStart(text, from);
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
    if (ahead.startsWith('<')) return startOfTag(ahead, isFinal, this.#isAtLineStart());
    if (STARTS_LABEL.test(ahead)) return startOfLabel(ahead, isFinal);
    if (/^[\]\ue200]/.test(ahead)) return startOfMark(ahead, isFinal);
    const named = matchLength(PYTHONIC, ahead);
    if (named > 0) return { kind: 'tag', opening: 0, closing: PYTHONIC_END, last: /\]/ };
    if (matchLength(JSON_START, ahead) > 0 && /(?:^|\s)$/.test(this.#tail)) return JSON_BLOCK;
    const opening = matchLength(BRACKETED, ahead);
    if (opening > 0) return { kind: 'tag', opening, closing: BRACKETED_END, last: /\S/ };
    return !isFinal && /^(?:\[\s{0,20})?\{?\s{0,20}$|^\[[\w.: ]{1,60}(?:\([\w\s]{0,20})?$/.test(ahead)
      ? 'undecided'
      : ONE_CHAR;
  }

  #isAtLineStart(): boolean {
    return this.#tail === '' || this.#tail.endsWith('\n');
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
    const call = isTagged ? callWithin(content, block.slice(0, opening)) : readCall(content);
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

/** What begins with a label at the start of a line. */
function startOfLabel(ahead: string, isFinal: boolean): Start {
  const steps = matchLength(REACT, ahead);
  if (steps > 0) return { kind: 'tag', opening: steps, closing: REACT_END, last: /[\n:]/ };
  const named = matchLength(NAMED_CALL, ahead);
  if (named > 0) return { kind: 'tag', opening: named, closing: /\}/, last: /\}/ };
  const label = matchLength(LABEL, ahead);
  if (label > 0) return { isText: false, length: label };
  const mayGrow = UNFINISHED_LABEL.test(ahead) || LABEL_STARTS.some((start) => start.startsWith(ahead));
  return mayGrow && !isFinal && ahead.length < MAX_MARK_CHARS ? 'undecided' : ONE_CHAR;
}

/** What begins with a mark of MiniMax or of ChatGPT. */
function startOfMark(ahead: string, isFinal: boolean): Start {
  const length = matchLength(BRACKETS, ahead) || matchLength(CITE, ahead);
  if (length > 0) return { isText: false, length };
  const mayGrow = !isFinal && /^(?:\](?:<(?:\]\w{0,20}(?:\[>?)?)?)?|\ue200[^\ue200\ue201\n]*)$/.test(ahead);
  return mayGrow && ahead.length < MAX_MARK_CHARS ? 'undecided' : ONE_CHAR;
}

/** What begins with a tag or a token. */
function startOfTag(ahead: string, isFinal: boolean, isAtLineStart: boolean): Start {
  const channel = matchLength(CALL_CHANNEL, ahead);
  if (channel > 0) return { kind: 'tag', opening: channel, closing: CALL_END, last: /[>l]/ };
  const opened = matchLength(OPENED_CALL, ahead);
  if (opened > 0) return { kind: 'tag', opening: opened, closing: OPENED_CALL_END, last: />/ };
  const [tag, name = ''] = matchAt(TAG, ahead);
  const [searchTag, searchName = ''] = isAtLineStart ? matchAt(SEARCH_TAG, ahead) : [];
  if (tag !== undefined || searchTag !== undefined) {
    const closing = closingOfTag(name || searchName);
    return { kind: 'tag', opening: (tag ?? searchTag ?? '').length, closing, last: />/ };
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

/** `</name>`, `<end_name>`. */
function closingOfTag(name: string): RegExp {
  const bare = RegExp.escape(name.replace(/^(?:start|begin)_/i, ''));
  return new RegExp(`<(?:/|end_)${bare}>`, 'i');
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
