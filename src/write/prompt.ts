import type { DataForm, Exchange, Question, Rework, SentTurn } from '../core/question.ts';
import type { Source } from '../core/source.ts';
import { UNDETERMINED } from '../lib/text/language.ts';
import { toSnippet } from '../lib/text/text.ts';
import { hostOf } from '../lib/text/url.ts';
import type { Prompt } from '../models/prompt.ts';
import { defuse, withoutInvisible } from './defuse.ts';
import {
  CORRECT,
  DATA,
  DATA_SCHEMA,
  EARLIER,
  GAP,
  GAP_REMINDER,
  NOTHING_FOUND,
  PLAIN,
  PLAN,
  QUESTIONS_LANGUAGE,
  REWORK,
  SOURCED,
  SOURCED_DEEP,
  SOURCED_REMINDER,
  STYLE,
  UNCHECKED,
} from './instructions.ts';
import type { Ground, WritingTask } from './writer.ts';

const MAX_TURNS = 3;
const MAX_EARLIER_QUESTION_CHARS = 300;
const MAX_EARLIER_ANSWER_CHARS = 600;
const MAX_TITLE_CHARS = 120;
const MAX_STATEMENT_CHARS = 400;
const MAX_NAME_CHARS = 60;
const MAX_STYLE_CHARS = 1000;
/** The earlier messages of a conversation that a message without a search is sent with. */
const MAX_TURN_CHARS = 20_000;

const SYSTEM: Readonly<Record<Ground, string>> = {
  sources: SOURCED,
  'nothing-found': NOTHING_FOUND,
  unchecked: UNCHECKED,
};

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full' });

/**
 * The task as a prompt. Text from the web and from earlier turns is fenced and defused (`defuse.ts`), so the
 * user text contains `</source>` exactly once per source. `today` is given in the local time zone of the
 * service.
 */
export function toPrompt(task: WritingTask, today: Date): Prompt {
  if (task.toCorrect !== undefined) return toCorrectionPrompt(task, task.toCorrect);
  const { rework, plain } = task.question;
  if (rework !== undefined) return toReworkPrompt(task.question, rework);
  if (plain !== undefined) return toPlainPrompt(task.question, plain);
  const language = languageOf(task.question.scope.language);
  const day = DAY.format(today);
  const fill = (text: string) => text.replace('{today}', day).replace('{language}', language);
  const ground = task.ground === 'sources' && task.sources.length === 0 ? 'nothing-found' : task.ground;
  const { history, style, text, data, depth } = task.question;
  const system = ground === 'sources' && depth === 'deep' ? SOURCED_DEEP : SYSTEM[ground];
  const blocks = [...task.sources.map(toSourceBlock), ...earlierBlock(history), ...styleBlock(style)];
  blocks.push(`Question: ${defuse(text.trim())}${meaningOf(task)}`);
  if (data !== undefined) blocks.push(toDataBlock(data));
  else if (ground === 'sources') blocks.push(fill(SOURCED_REMINDER));
  return { system: fill(system), user: blocks.join('\n\n') };
}

function toCorrectionPrompt({ question, sources }: WritingTask, statements: readonly string[]): Prompt {
  const lines = statements.map((text, at) => `${at + 1}: ${toSnippet(defuse(text), MAX_STATEMENT_CHARS)}`);
  const heading = `Question: ${defuse(question.text.trim())}`;
  return {
    system: CORRECT,
    user: [...sources.map(toSourceBlock), heading, `Statements:\n${lines.join('\n')}`].join('\n\n'),
  };
}

function toReworkPrompt({ text }: Question, { answer, sources, language }: Rework): Prompt {
  // Only the citations keep their brackets.
  const pieces = answer.split(/(\[\d{1,2}\])/).map((piece, at) => {
    const isCitation = at % 2 === 1 && Number(piece.slice(1, -1)) <= sources.length;
    return isCitation ? piece : defuse(piece);
  });
  const wanted = language === UNDETERMINED ? 'the language of the earlier answer' : languageOf(language);
  return {
    system: REWORK.replace('{language}', wanted),
    user: `<source>\n${pieces.join('')}\n</source>\n\nWish: ${defuse(text.trim())}`,
  };
}

/**
 * The prompt for a message that needs no search: the messages as they were sent, without fences, because they
 * all come from the caller. The program's own instructions come last, so they take precedence.
 */
function toPlainPrompt(question: Question, kind: NonNullable<Question['plain']>): Prompt {
  const { text, history, sent, data } = question;
  const sentSystem = sent?.system ?? '';
  const usual = kind === 'task' && sentSystem !== '' ? [] : [PLAIN[kind]];
  const form = data === undefined ? [] : [toDataBlock(data)];
  const system = [...usual, sentSystem, ...form].filter((each) => each !== '').join('\n\n');
  const turns = sent?.turns ?? history.flatMap(toTurns);
  return { system, turns: newest(turns, MAX_TURN_CHARS), user: text };
}

function toTurns({ question, answer }: Exchange): readonly SentTurn[] {
  const message = { role: 'user', text: question } as const;
  return answer === '' ? [message] : [message, { role: 'assistant', text: answer }];
}

/** The last messages that have at most this many characters together. */
function newest(turns: readonly SentTurn[], maxChars: number): readonly SentTurn[] {
  let charsLeft = maxChars;
  const first = turns.findLastIndex(({ text }) => {
    charsLeft -= text.length;
    return charsLeft < 0;
  });
  return turns.slice(first + 1).filter(({ text }) => text !== '');
}

/** The prompt that asks for the parts of a question. */
export function toPlanPrompt(question: string): Prompt {
  return { system: PLAN, user: `Question: ${defuse(question.trim())}` };
}

/** The prompt that asks which facts the sources lack, fenced and defused as in `toPrompt`. */
export function toGapPrompt(question: string, sources: readonly Source[]): Prompt {
  const blocks = [...sources.map(toSourceBlock), `Question: ${defuse(question.trim())}`, GAP_REMINDER];
  return { system: GAP, user: blocks.join('\n\n') };
}

/** The rewritten follow-up that was used as the query, which helps small models. */
function meaningOf({ searchedFor }: WritingTask): string {
  return searchedFor === undefined
    ? ''
    : `\n(Searched for: ${toSnippet(defuse(searchedFor), MAX_EARLIER_QUESTION_CHARS)})`;
}

/** A source as a fenced block: its number, title and origin, and its passages. Everything is defused. */
export function toSourceBlock(source: Source): string {
  const title = toValue(toSnippet(defuse(source.title), MAX_TITLE_CHARS));
  const text = defuse(source.passages.map((passage) => passage.text).join('\n…\n')).trim();
  const host = toValue(hostOf(source.url));
  const origin = originOf(source, host);
  return `<source id="${source.index}" title="${title}" host="${host}"${origin}>\n${text}\n</source>`;
}

/** The publisher of a source (if its host does not show it), its author, and its date. */
function originOf({ siteName = '', author = '', publishedAt = '' }: Source, host: string): string {
  const value = (text: string) => toValue(toSnippet(defuse(text), MAX_NAME_CHARS));
  if (siteName === '' && author === '' && publishedAt === '') return '';
  const isInHost = lettersOf(host).includes(lettersOf(siteName));
  const stated = {
    site: isInHost ? '' : value(siteName),
    by: value(author),
    date: value(publishedAt.slice(0, 10)),
  };
  return Object.entries(stated)
    .map(([name, text]) => (text === '' ? '' : ` ${name}="${text}"`))
    .join('');
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

/**
 * Replaces quotation marks, so that the text can be used in an attribute. A host may contain a quotation
 * mark, too (URL Standard, 3.3).
 */
function toValue(text: string): string {
  return text.replaceAll('"', "'");
}

function earlierBlock(history: readonly Exchange[]): string[] {
  if (history.length === 0) return [];
  const lines = history.slice(-MAX_TURNS).map(({ question, answer }) => {
    const shortQuestion = toSnippet(defuse(question), MAX_EARLIER_QUESTION_CHARS);
    return `- asked: ${shortQuestion}\n  answered: ${toSnippet(defuse(answer), MAX_EARLIER_ANSWER_CHARS)}`;
  });
  return [`${EARLIER}\n${lines.join('\n')}`];
}

/** The requests of the caller's program are untrusted text, so they are fenced and defused like the rest. */
function styleBlock(style: string | undefined): string[] {
  const wishes = style === undefined ? '' : toSnippet(defuse(style), MAX_STYLE_CHARS);
  return wishes === '' ? [] : [`${STYLE}\n“${wishes}”`];
}

function toDataBlock({ schema }: DataForm): string {
  return schema === null ? DATA : `${DATA_SCHEMA}\n${toSchemaText(schema)}\n${DATA}`;
}

/**
 * A schema needs its brackets. In its strings, brackets become escapes, which have the same meaning in JSON.
 */
function toSchemaText(schema: string): string {
  const toEscape = (mark: string) => `\\u00${mark.charCodeAt(0).toString(16)}`;
  return withoutInvisible(schema)
    .replaceAll('\n', ' ')
    .replace(/"(?:[^"\\]|\\.)*"/g, (text) => text.replace(/[<>[\]|]/g, toEscape));
}

/** The tag comes from the caller, so it is passed to the model only if it is a plain BCP 47 tag. */
function languageOf(tag: string): string {
  const isTag = tag !== 'auto' && /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i.test(tag);
  return isTag ? `the language with the code "${tag}"` : QUESTIONS_LANGUAGE;
}
