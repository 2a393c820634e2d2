import { jsonIn } from '@sayso/text/bounded-json.ts';
import { isStopWord, stem, toWords } from '@sayso/text/words.ts';

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
  /\bquer(?:y|ies)["']?(?:[^<>\n]{0,40}(?:<\|sep\|>|>)|\s{0,9}(?:[>=:]|<\/arg_key>\s{0,9}<arg_value>))[\s[]{0,9}(?:<\|"\|>|["'])?([^<>"'\n\]]{2,300})/gi;
/** A query that is the whole content: `<search>x</search>`, `Action Input: "x"`. */
const WHOLE_QUERY = /^\s{0,9}["']?([^<>"'\n{}[\]():]{2,300}?)["']?\s{0,9}(?:<|$|\n)/;
const LOOSE_ANSWER = /^\s*\{\s*"(?:final_?)?(?:answer|response)"\s*:\s*"/;

/** Reads text that may be a call or an answer in an object; null if it is neither. */
export function readCall(text: string): Call | null {
  const body = text.slice(0, MAX_CALL_CHARS).trim();
  const value = jsonIn(body);
  if (value !== undefined) return callIn(value, 0);
  const opening = LOOSE_ANSWER.exec(body)?.[0];
  if (opening !== undefined)
    return { queries: [], answer: stringFrom(body.slice(opening.length)), isCall: false };
  return LOOSE_CALL.test(body) ? looseCall(body) : null;
}

/** A call whose notation is not JSON, but which is certainly one. */
function looseCall(text: string, isQuery = false): Call {
  const queries = Array.from(text.slice(0, MAX_CALL_CHARS).matchAll(LOOSE_QUERY), ([, query = '']) =>
    query.trim(),
  );
  const whole = WHOLE_QUERY.exec(text)?.[1];
  if (isQuery && queries.length === 0 && whole !== undefined) queries.push(whole.trim());
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
  const inner = typeof input === 'string' && input.startsWith('{') ? (jsonIn(input) ?? input) : input;
  const { answer = null } = callIn(inner, depth + 1) ?? {};
  const queries = queriesIn(inner);
  return { queries: queries.length > 0 ? queries : stringsIn(inner), answer, isCall: true };
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
  const whole = jsonIn(`"${inside.replaceAll('\n', '\\n')}"`);
  return typeof whole === 'string' ? whole : inside;
}

/** Tags and labels whose whole content may be a query; others have a result, or a notation that has a name for it. */
const MAY_HOLD_QUERY = /search|query|Action/i;

/** The call in the content of a tag, or behind a label. */
export function callWithin(content: string, opening: string): Call {
  const at = content.search(/[[{]/);
  const inner = at < 0 ? null : content.slice(at, at + (jsonLength(content.slice(at)) ?? content.length));
  const call = inner === null ? null : readCall(inner);
  return call === null || (call.isCall && call.queries.length === 0)
    ? looseCall(content, MAY_HOLD_QUERY.test(opening))
    : { ...call, isCall: true };
}

/** The length of the JSON value that begins a text; null if it does not end in it. */
export function jsonLength(text: string): number | null {
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
