import { firstChars } from '@sayso/text/text.ts';
import { estimateTokens } from '@sayso/text/tokens.ts';
import { isStopWord, stem, toWords } from '@sayso/text/words.ts';
import type { Question } from '../core/question.ts';
import { addSpent } from '../core/usage.ts';
import type { LanguageModelLike } from '../models/language-model.ts';
import { callShortly } from '../models/short-call.ts';
import { namesIn } from './names.ts';
import { toQueryPrompt } from './query-prompt.ts';
import type { Understanding } from './writer.ts';

/** The reply is one line. */
const MAX_REPLY_TOKENS = 40;
const MAX_REPLY_CHARS = 1_000;

/**
 * Asks a model in one line what to search for. Without a model, or if its reply comes late or makes no sense,
 * the words of the message and the names of the last question are searched for.
 */
export async function understand(
  { model, timeoutMs }: { readonly model: LanguageModelLike | null; readonly timeoutMs: number },
  question: Question,
  signal: AbortSignal,
): Promise<Understanding> {
  const isGuess = question.history.length > 0;
  const guess = { query: queryWithoutModel(question), isGuess, ...addSpent() };
  if (model === null) return guess;
  const prompt = toQueryPrompt(question, new Date());
  const maxTokens = estimateTokens(prompt.system) + estimateTokens(prompt.user) + MAX_REPLY_TOKENS;
  const limits = { timeoutMs, maxChars: MAX_REPLY_CHARS, maxTokens, queriesFor: question.text };
  const { text, ...spent } = await callShortly(model, { prompt, limits }, signal);
  const read = readReply(text, question);
  if (read === null) return { ...guess, ...spent };
  return { query: read === 'none' ? null : read.query, isGuess: false, ...spent };
}

/** What a model says of a message: what to search for, or that nothing is to be searched. */
type QueryReply = { readonly query: string } | 'none';

/** A longer reply is an answer. */
const MAX_CHARS = 200;
const MAX_WORDS = 30;
/** More of a reply is not read, and no more of its lines. */
const READ_CHARS = 1_000;
const READ_LINES = 6;
/** The prompt has no more of the beginning and of the end of a text. */
const EDGE_CHARS = 2_000;
/** The stems of two forms of a word begin alike. */
const STEM_CHARS = 4;
const NONE = /^[\s"'“”`*.-]*(?:NONE(?![\p{L}\p{N}])|[Nn]one[\s"'“”`*.]*$)/u;
const FENCE = /^`{3}/;
/** `Search query:`, `Here is the query:`. */
const LABEL =
  /^[^:：]{0,60}(?:query|search|question|suche|frage|requête|búsqueda|ricerca|запрос|検索|搜索)[^:：\n]{0,20}[:：]\s*/iu;
const IN_JSON = /["'](?:query|search)["']\s*:\s*"([^"\n]{1,300})"/u;
const BULLET = /^(?:[-*•>]|\d{1,2}[.)])\s+/u;
const MARKS = /^["'“”«»„`*\s]+|["'“”«»`*\s]+$/gu;
const CITES = /\[\d{1,2}\]|<\/?\w+>/u;
/** A statement of some length is an answer. */
const STATES = /[.!。]$/u;
const MAX_STATED_WORDS = 12;

/**
 * Reads a reply to the query prompt; null if it makes no sense: babble, an answer, or a line that has no word
 * of the conversation. Labels, quotation marks, JSON and what follows the first usable line are left out,
 * because small models add them.
 */
export function readReply(reply: string, asked: Pick<Question, 'text' | 'history'>): QueryReply | null {
  const text = reply.slice(0, READ_CHARS).trim();
  const [, inJson] = IN_JSON.exec(text) ?? [];
  const lines = (inJson ?? text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !FENCE.test(line));
  for (const line of lines.slice(0, READ_LINES)) {
    const said = line.replace(BULLET, '').replace(LABEL, '').replace(MARKS, '');
    if (said === '') continue;
    if (NONE.test(said)) return 'none';
    return isQuery(said, asked) ? { query: said } : null;
  }
  return null;
}

function isQuery(line: string, { text, history }: Pick<Question, 'text' | 'history'>): boolean {
  if (line.length > MAX_CHARS || CITES.test(line)) return false;
  const words = toWords(line);
  if (words.length > MAX_WORDS || (STATES.test(line) && words.length > MAX_STATED_WORDS)) return false;
  const known = new Set(
    [text, ...history.flatMap(({ question, answer }) => [question, answer])].flatMap(beginningsIn),
  );
  return beginningsIn(line).some((word) => known.has(word));
}

/** The words of a text that mean something, each as its beginning, because queries have other forms. */
function beginningsIn(text: string): string[] {
  const edges =
    text.length <= 2 * EDGE_CHARS ? text : `${text.slice(0, EDGE_CHARS)} ${text.slice(-EDGE_CHARS)}`;
  const words = toWords(edges).filter((word) => !isStopWord(word));
  return words.map((word) => stem(word).slice(0, STEM_CHARS));
}

/** The longest query, in characters. */
const MAX_GUESS_CHARS = 300;
/** A message with a name of its own and as many further words is complete. */
const COMPLETE_WORDS = 3;
const MAX_ADDED = 8;
const NUMBERS = /(?<![\p{L}\p{N}])\p{N}[\p{N}.,:-]*/gu;
const QUOTED = /["“„«「]([^"”“»」\n]{1,80})["”“»」]/gu;
const ASKS = /[?？؟]\s*$/u;

/**
 * What to search for without a model: the message, and for a follow-up the names, numbers and quoted words of
 * the last question, or its other words (`referredTo`). Of a long message, the line that asks, or the first one.
 */
export function queryWithoutModel({ text, history }: Pick<Question, 'text' | 'history'>): string {
  const message = firstChars(askingLine(text), MAX_GUESS_CHARS).replace(/\s+/gu, ' ').trim();
  const last = history.findLast(({ question }) => question.trim() !== '')?.question ?? '';
  const words = meaningful(message);
  if (last === '' || (tellingIn(message).length > 0 && words.length >= COMPLETE_WORDS)) return message;
  const known = new Set(words);
  const added = referredTo(last, message).filter((each) => !toWords(each).every((word) => known.has(word)));
  return firstChars([message, ...added.slice(0, MAX_ADDED)].join(' '), MAX_GUESS_CHARS);
}

/**
 * What a message means of the last question: its names, numbers and quoted words, or all its words if it has none.
 * A message with a name puts that in the place of the names: "and in Germany?" asks the same about Germany.
 */
function referredTo(last: string, message: string): readonly string[] {
  const telling = tellingIn(last);
  if (telling.length === 0) return meaningful(last);
  if (namesIn(message).length === 0) return telling;
  const replaced = new Set(namesIn(last).flatMap(toWords));
  return meaningful(last).filter((word) => !replaced.has(word));
}

/** A short message as it is; of a longer one the last line that asks, without one the first. */
function askingLine(text: string): string {
  const whole = text.trim();
  if (whole.length <= MAX_GUESS_CHARS) return whole;
  const lines = whole.split('\n').filter((line) => /[\p{L}\p{N}]/u.test(line));
  return lines.findLast((line) => line.length <= MAX_GUESS_CHARS && ASKS.test(line)) ?? lines[0] ?? whole;
}

/** The names, numbers and quoted words of a text. */
function tellingIn(text: string): readonly string[] {
  const short = text.slice(0, 2_000);
  const quoted = Array.from(short.matchAll(QUOTED), ([, words = '']) => words);
  return [...new Set([...namesIn(short), ...(short.match(NUMBERS) ?? []), ...quoted])];
}

function meaningful(text: string): readonly string[] {
  return toWords(text.slice(0, 2_000)).filter((word) => !isStopWord(word));
}
