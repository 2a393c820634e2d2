import { collapse, firstChars, toSnippet } from '@sayso/text/text.ts';
import { estimateTokens } from '@sayso/text/tokens.ts';
import { isStopWord, stem, toWords } from '@sayso/text/words.ts';
import type { Exchange, Question } from '../core/question.ts';
import { addSpent } from '../core/usage.ts';
import type { LanguageModelLike, Prompt } from '../models/language-model.ts';
import { callShortly } from '../models/short-call.ts';
import { QUERY } from './instructions.ts';
import { namesIn } from './names.ts';
import { sanitizeForPrompt } from './sanitize-for-prompt.ts';
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

/** The tokens of the whole prompt, instructions included. */
const MAX_PROMPT_TOKENS = 300;
/** The day, the place and the labels of the parts. */
const FRAME_TOKENS = 30;
/** The most tokens of each part. */
const PART_TOKENS = { edge: 45, question: 30, answer: 80, names: 16, earlier: 22 } as const;
/** No token of a usual text has more characters. */
const CHARS_PER_TOKEN = 6;
/** `- asked:` and `answered:`. */
const LABELS_TOKENS = 8;

/** A message with the conversation and the place that it refers to. */
type MessageToUnderstand = Pick<Question, 'text' | 'history'> & {
  readonly scope?: Pick<Question['scope'], 'country'>;
};

/**
 * The prompt that asks what to search for. The last answer is sent up to a limit, and the
 * names in the rest of it, because most follow-ups refer to it; earlier exchanges fill what is left.
 * Everything is sanitized (`sanitize-for-prompt.ts`).
 */
export function toQueryPrompt({ text, history, scope }: MessageToUnderstand, today: Date): Prompt {
  const message = edgesOf(text);
  let tokensLeft = MAX_PROMPT_TOKENS - estimateTokens(QUERY) - FRAME_TOKENS - estimateTokens(message);
  const entries: string[] = [];
  for (const [at, exchange] of history.toReversed().entries()) {
    const entry = toAskedAndAnswered(exchange, { isLast: at === 0, tokensLeft: tokensLeft - LABELS_TOKENS });
    if (entry === null) break;
    tokensLeft -= estimateTokens(entry);
    entries.unshift(entry);
  }
  const place = scope?.country ?? null;
  const day = `Today: ${today.toISOString().slice(0, 10)}${place === null ? '' : `; country: ${place}`}`;
  const conversation = entries.length === 0 ? [] : [`Conversation:\n${entries.join('\n')}`];
  return { system: QUERY, user: [day, ...conversation, `Last message: ${message}`].join('\n\n') };
}

/** An exchange as two lines; null if not even a part of it has room. */
function toAskedAndAnswered(
  { question, answer }: Exchange,
  { isLast, tokensLeft }: { readonly isLast: boolean; readonly tokensLeft: number },
): string | null {
  const max = isLast ? PART_TOKENS : { question: PART_TOKENS.earlier, answer: PART_TOKENS.earlier, names: 0 };
  if (tokensLeft < PART_TOKENS.earlier) return null;
  const asked = beginningOf(question, Math.min(max.question, tokensLeft / 2)).text;
  const room = tokensLeft - estimateTokens(asked);
  const shown = beginningOf(answer, Math.min(max.answer, room - max.names));
  const lacking = shown.isCut && isLast ? namesBehind(answer, shown.text) : '';
  const names = lacking === '' ? '' : ` (${beginningOf(lacking, max.names).text})`;
  return `- asked: ${asked}\n  answered: ${shown.text}${names}`;
}

/** The names of an answer that its shown beginning lacks. */
function namesBehind(answer: string, shown: string): string {
  // Behind another word, the first word does not count as the first word of a sentence.
  const names = namesIn(`a ${answer.slice(shown.length)}`);
  return names.filter((name) => !shown.includes(name)).join(', ');
}

/** A long message without its middle: people ask before or after what they paste. */
function edgesOf(message: string): string {
  const whole = beginningOf(message, 2 * PART_TOKENS.edge);
  if (!whole.isCut) return whole.text;
  return `${beginningOf(message, PART_TOKENS.edge).text} ${endOf(message, PART_TOKENS.edge)}`;
}

/** The beginning of a text, on one line. */
function beginningOf(text: string, maxTokens: number): { readonly text: string; readonly isCut: boolean } {
  const whole = collapse(sanitizeForPrompt(text).toWellFormed());
  let chars = Math.max(1, Math.floor(maxTokens * CHARS_PER_TOKEN));
  let beginning = toSnippet(whole, chars);
  while (chars > 1 && estimateTokens(beginning) > maxTokens) {
    chars = Math.floor(chars * 0.85);
    beginning = toSnippet(beginning, chars);
  }
  return { text: beginning, isCut: beginning !== whole };
}

/** The end of a text, on one line. */
function endOf(text: string, maxTokens: number): string {
  const chars = Array.from(text.trim().slice(-2 * maxTokens * CHARS_PER_TOKEN));
  let end = sanitizeForPrompt(chars.join(''));
  while (estimateTokens(end) > maxTokens) {
    chars.splice(0, Math.ceil(chars.length / 8));
    end = sanitizeForPrompt(chars.join(''));
  }
  const line = end.replace(/\s+/gu, ' ');
  // The first word may be cut.
  return line.replace(/^\S*\s/u, '');
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
