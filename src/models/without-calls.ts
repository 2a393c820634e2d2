import { parseBoundedJson } from '@sayso/text/bounded-json.ts';
import { isStopWord, stem, toWords } from '@sayso/text/words.ts';
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

/** What a model wrote for a program: a call of a tool, or an answer in an object. */
type Call = {
  /** What it asks a search for. */
  readonly queries: readonly string[];
  /** The answer in the field for one; null without. */
  readonly answer: string | null;
  /** False for an object that has only an answer. */
  readonly isCall: boolean;
};

/** The beginning of a text in which calls are looked for; real ones are far shorter. */
const MAX_CALL_CHARS = 16_000;
const MAX_QUERY_CHARS = 300;
const MAX_QUERIES = 10;
const MAX_DEPTH = 6;

const NAME_KEY = /^(?:name|tool|tool_?name|function|function_?name|action|recipient_name)$/i;
const INPUT_KEY = /^(?:arguments?|args|kwargs|parameters?|params|(?:tool_?|action_?)?input)$/i;
const LIST_KEY = /^(?:tool_?calls?|function_?calls?|tool_?uses|calls)$/i;
const QUERY_KEY = /^(?:search_?)?(?:q|query|queries)$/i;
const ANSWER_KEY = /^(?:final_?)?(?:answer|response)$/i;

/** The first key of a call that is not JSON: cut off, or with the quotes of Python. */
const LOOSE_CALL =
  /^[\s[{]{1,20}(["'])(?:name|tool|tool_name|function|action|arguments|tool_calls|query)\1\s{0,9}:/;
/** A query in any notation: `"query": "x"`, `query="x"`, `name="query">x<`, `<arg_key>query</arg_key>…`. */
const LOOSE_QUERY =
  /\bquer(?:y|ies)["']?\s{0,9}(?:[>=:]|<\/arg_key>\s{0,9}<arg_value>)[\s[]{0,9}(?:<\|"\|>|["'])?([^<>"'\n]{2,300})/gi;
const LOOSE_ANSWER = /^\s*\{\s*"(?:final_?)?(?:answer|response)"\s*:\s*"/;

/** Reads text that may be a call or an answer in an object; null if it is neither. */
function readCall(text: string): Call | null {
  const body = text.slice(0, MAX_CALL_CHARS).trim();
  try {
    return callIn(parseBoundedJson(body), 0);
  } catch {
    const opening = LOOSE_ANSWER.exec(body)?.[0];
    if (opening !== undefined)
      return { queries: [], answer: stringFrom(body.slice(opening.length)), isCall: false };
    return LOOSE_CALL.test(body) ? looseCall(body) : null;
  }
}

/** A call whose notation is not JSON, but which is certainly one. */
function looseCall(text: string): Call {
  const queries = Array.from(text.slice(0, MAX_CALL_CHARS).matchAll(LOOSE_QUERY), ([, query = '']) =>
    query.trim(),
  );
  return { queries: queries.slice(0, MAX_QUERIES), answer: null, isCall: true };
}

/** Whether a call asks for what was asked, as an example in an explanation of calls does not. */
export function isAbout({ queries }: Call, question: string): boolean {
  const content = (text: string) =>
    toWords(text)
      .filter((word) => !isStopWord(word))
      .map(stem);
  const asked = new Set(content(question));
  const words = content(queries.join(' '));
  return words.length > 0 && words.filter((word) => asked.has(word)).length * 2 >= words.length;
}

function callIn(value: unknown, depth: number): Call | null {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return null;
  if (Array.isArray(value)) return joined(value.map((item) => callIn(item, depth + 1)));
  const fields = Object.entries(value);
  const fieldLike = (key: RegExp): unknown => fields.find(([name]) => key.test(name))?.[1];
  const list = fieldLike(LIST_KEY);
  if (Array.isArray(list) && list.length > 0) return joined(list.map((item) => callIn(item, depth + 1)));
  const input = fieldLike(INPUT_KEY);
  const name = fieldLike(NAME_KEY);
  if (typeof name === 'string' && input !== undefined) return callWith(input, depth);
  if (typeof name === 'object') return callIn(name, depth + 1);
  const answer = fieldLike(ANSWER_KEY);
  if (typeof answer === 'string') return { queries: [], answer, isCall: false };
  const isFlat = fields.every(([, item]) => typeof item !== 'object' || item === null || areStrings(item));
  const queries = isFlat ? queriesIn(value) : [];
  if (queries.length > 0) return { queries, answer: null, isCall: true };
  const [only] = fields;
  return fields.length === 1 && /[_.]/.test(only?.[0] ?? '') ? callIn(only?.[1], depth + 1) : null;
}

/** A call with this input, which may be JSON within a string. */
function callWith(input: unknown, depth: number): Call {
  const inner = typeof input === 'string' && input.startsWith('{') ? parsed(input) : input;
  const { answer = null } = callIn(inner, depth + 1) ?? {};
  const queries = queriesIn(inner);
  return { queries: queries.length > 0 ? queries : stringsIn(inner), answer, isCall: true };
}

function parsed(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch {
    return text;
  }
}

/** All calls of a list as one; null if an item is no call. */
function joined(calls: readonly (Call | null)[]): Call | null {
  if (calls.length === 0) return null;
  const queries: string[] = [];
  for (const call of calls) {
    if (call?.isCall !== true) return null;
    queries.push(...call.queries);
  }
  return { queries: queries.slice(0, MAX_QUERIES), answer: null, isCall: true };
}

function queriesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return stringsIn(value);
  return Object.entries(value).flatMap(([key, item]) => (QUERY_KEY.test(key) ? stringsIn(item) : []));
}

/** The strings in a value and, for a list or an object, directly within it. */
function stringsIn(value: unknown): readonly string[] {
  const items: unknown[] = typeof value === 'object' && value !== null ? Object.values(value) : [value];
  const strings = items.filter((item) => typeof item === 'string').map((item) => item.trim());
  return strings.filter((item) => item !== '' && item.length <= MAX_QUERY_CHARS).slice(0, MAX_QUERIES);
}

function areStrings(value: object): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** The string that begins a text, even if its end is missing. */
function stringFrom(text: string): string {
  const inside = /^(?:[^"\\]|\\.)*/s.exec(text)?.[0] ?? '';
  const whole = parsed(`"${inside.replaceAll('\n', '\\n')}"`);
  return typeof whole === 'string' && whole !== `"${inside}"` ? whole : inside;
}
