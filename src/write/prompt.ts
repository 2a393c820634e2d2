import { askedPeriod, newestDay } from '@sayso/passages';
import { toSnippet } from '@sayso/text/text.ts';
import type { DataForm, Exchange, Intent, Question, SentTurn } from '../core/question.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import type { Source } from '../core/source.ts';
import type { Prompt } from '../models/language-model.ts';
import {
  CORRECT,
  DATA,
  DATA_SCHEMA,
  EARLIER,
  IF_OLD,
  LAYOUT,
  LENGTH,
  MAX_WORDS,
  NOTHING_FOUND,
  QUESTIONS_LANGUAGE,
  REWORK,
  SOURCED,
  SOURCED_DEEP,
  SOURCED_REMINDER,
  SOURCED_SMALL,
  STYLE,
  UNCHECKED,
  UNSEARCHED,
  USUAL_LENGTH,
} from './instructions.ts';
import { sanitizeForPrompt, withoutInvisible } from './sanitize-for-prompt.ts';
import { toSourceBlock, toSourceLine } from './source-block.ts';
import type { EvidenceStatus, ModelJudge, WritingTask } from './writer.ts';

/** The last exchanges of a conversation that a prompt contains. */
const MAX_TURNS = 3;
const MAX_EARLIER_QUESTION_CHARS = 300;
const MAX_EARLIER_ANSWER_CHARS = 600;

const MAX_STATEMENT_CHARS = 400;

const MAX_STYLE_CHARS = 1000;

const SYSTEM: Readonly<Record<EvidenceStatus, string>> = {
  sources: SOURCED,
  'nothing-found': NOTHING_FOUND,
  unchecked: UNCHECKED,
};

/** How a model is told what to do: `small` has fewer rules, an example, and sources as numbered lines. */
export type PromptProfile = 'full' | 'small';

/** The day, and how much a model can be told. */
type Style = { readonly today: Date; readonly profile: PromptProfile };

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });

/**
 * The task as a prompt. Text from the web and from earlier turns is fenced and sanitized
 * (`sanitize-for-prompt.ts`), so the user text contains `</source>` exactly once per source. The day is that
 * of UTC, as in every instant answer: whoever asks may be anywhere.
 */
export function toPrompt(task: WritingTask, today: Date, profile: PromptProfile = 'full'): Prompt {
  const { question, sources, toCorrect: statements } = task;
  const { text, intent } = question;
  if (statements !== undefined) return toStatementsPrompt(CORRECT, { question: text, sources, statements });
  if (intent === 'rework') return toReworkPrompt(task);
  if (intent !== undefined) return toUnsearchedPrompt(question, intent);
  const evidenceStatus =
    task.evidenceStatus === 'sources' && sources.length === 0 ? 'nothing-found' : task.evidenceStatus;
  return toAnswerPrompt(task, evidenceStatus, { today, profile });
}

function toAnswerPrompt(
  task: WritingTask,
  evidenceStatus: EvidenceStatus,
  { today, profile }: Style,
): Prompt {
  const language = languageOf(task.question.scope.language);
  const day = DAY.format(today);
  const fill = (text: string) => text.replace('{today}', day).replace('{language}', language);
  const { history, style, text, data } = task.question;
  const isSmall = evidenceStatus === 'sources' && profile === 'small';
  const system = instructionsFor(evidenceStatus, task.question, isSmall ? SOURCED_SMALL : undefined);
  const sources = isSmall
    ? [task.sources.map((source) => toSourceLine(source, today)).join('\n')]
    : task.sources.map((source) => toSourceBlock(source, today));
  // A program's wishes are the same in each of its questions, so the model's server has them in its cache.
  const blocks = [...styleBlock(style), ...sources, ...earlierBlock(history)];
  blocks.push(`Question: ${sanitizeForPrompt(text.trim())}${meaningOf(task)}`);
  if (evidenceStatus === 'sources') blocks.push(...newestBlock(text, task.sources, today));
  if (data !== undefined) blocks.push(toDataBlock(data));
  else if (evidenceStatus === 'sources') blocks.push(fill(SOURCED_REMINDER));
  if (task.maxWords !== undefined) blocks.push(MAX_WORDS.replace('{words}', String(task.maxWords)));
  return { system: fill(system), user: blocks.join('\n\n') };
}

/**
 * For questions about the present: models take the newest source for new, whatever its age. That nothing is
 * from then, the service says itself.
 */
function newestBlock(question: string, sources: readonly Source[], today: Date): string[] {
  if (sources.length === 0 || askedPeriod(question, today.getTime()) === null) return [];
  const newest = newestDay(sources);
  return [
    `${newest === null ? 'No source has a date.' : `The newest dated source is from ${newest}.`} ${IF_OLD}`,
  ];
}

/** The prompt for an answer from sources, without the sources. */
export function toFrame(question: Question, today: Date, profile: PromptProfile = 'full'): Prompt {
  const task = { question, sources: [], evidenceStatus: 'sources', patienceMs: 0 } as const;
  return toAnswerPrompt(task, 'sources', { today, profile });
}

/** The instructions, with the length and the layout that the caller wants. */
function instructionsFor(
  evidenceStatus: EvidenceStatus,
  { depth, length, layout }: Question,
  small?: string,
): string {
  const isDeep = evidenceStatus === 'sources' && depth === 'deep' && length === undefined;
  const usual = small ?? (isDeep ? SOURCED_DEEP : SYSTEM[evidenceStatus]);
  const inLength = length === undefined ? usual : usual.replace(USUAL_LENGTH, LENGTH[length]);
  return layout === undefined ? inLength : inLength.replace('\n- ', `\n- ${LAYOUT[layout]}\n- `);
}

/**
 * The prompt about statements, in numbered lines. The sources come first and are written as in the prompt of the
 * answer, so that a server that caches prompts reads them once. Everything is sanitized.
 */
export function toStatementsPrompt(
  system: string,
  { question, sources, statements }: Parameters<ModelJudge>[0],
): Prompt {
  const lines = statements.map(
    (text, at) => `${at + 1}: ${toSnippet(sanitizeForPrompt(text), MAX_STATEMENT_CHARS)}`,
  );
  const blocks = [
    ...sources.map((source) => toSourceBlock(source)),
    `Question: ${sanitizeForPrompt(question.trim())}`,
    `Statements:\n${lines.join('\n')}`,
  ];
  return { system, user: blocks.join('\n\n') };
}

function toReworkPrompt({ question: { text, scope, history }, sources }: WritingTask): Prompt {
  const answer = history.at(-1)?.answer ?? '';
  // Only the citations keep their brackets: every second piece, because the pattern has a group.
  const pieces = answer.split(/(\[\d{1,2}\])/).map((piece, at) => {
    const isCitation = at % 2 === 1 && Number(piece.slice(1, -1)) <= sources.length;
    return isCitation ? piece : sanitizeForPrompt(piece);
  });
  const isAnyLanguage = scope.language === ANY_SCOPE.language;
  const wanted = isAnyLanguage ? 'the language of the earlier answer' : languageOf(scope.language);
  return {
    system: REWORK.replace('{language}', wanted),
    user: `<source>\n${pieces.join('')}\n</source>\n\nWish: ${sanitizeForPrompt(text.trim())}`,
  };
}

/** The rewritten follow-up that was used as the query, which helps small models. */
function meaningOf({ searchedFor }: WritingTask): string {
  return searchedFor === undefined
    ? ''
    : `\n(Searched for: ${toSnippet(sanitizeForPrompt(searchedFor), MAX_EARLIER_QUESTION_CHARS)})`;
}

function earlierBlock(history: readonly Exchange[]): string[] {
  if (history.length === 0) return [];
  const lines = history.slice(-MAX_TURNS).map(({ question, answer }) => {
    const shortQuestion = toSnippet(sanitizeForPrompt(question), MAX_EARLIER_QUESTION_CHARS);
    const shortAnswer = toSnippet(sanitizeForPrompt(answer), MAX_EARLIER_ANSWER_CHARS);
    return `- asked: ${shortQuestion}\n  answered: ${shortAnswer}`;
  });
  return [`${EARLIER}\n${lines.join('\n')}`];
}

/** The requests of the caller's program are untrusted, so they are fenced and sanitized like the rest. */
function styleBlock(style: string | undefined): string[] {
  const wishes = style === undefined ? '' : toSnippet(sanitizeForPrompt(style), MAX_STYLE_CHARS);
  return wishes === '' ? [] : [`${STYLE}\n“${wishes}”`];
}

/** The tag comes from the caller, so it is passed to the model only if it is a plain BCP 47 tag. */
function languageOf(tag: string): string {
  const isTag = tag !== 'auto' && /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i.test(tag);
  return isTag ? `the language with the code "${tag}"` : QUESTIONS_LANGUAGE;
}

/** The earlier messages with which a message without a search is sent, in characters together. */
const MAX_TURN_CHARS = 20_000;

/**
 * The prompt for a message that needs no search: the messages as they were sent, without fences, because they
 * all come from the caller. The program's own instructions come after Sayso's, so they take precedence.
 */
function toUnsearchedPrompt(question: Question, intent: Exclude<Intent, 'rework'>): Prompt {
  const { text, history, sent, data } = question;
  const sentSystem = sent?.system ?? '';
  const usual = intent === 'task' && sentSystem !== '' ? [] : [UNSEARCHED[intent]];
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

/** What the prompt says if the answer must be data: the schema, if there is one, and the required form. */
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

/** The models below this size get the prompt for small models, in billions of parameters. */
const SMALL_BELOW = 4;

/**
 * The prompt for a model of this name.
 * @param reportedSize the size that its server reports, in billions of parameters; null if it reports none
 */
export function promptProfileFor(name: string, reportedSize: number | null): PromptProfile {
  const size = reportedSize ?? sizeInName(name);
  return size !== null && size < SMALL_BELOW ? 'small' : 'full';
}

/** Sizes in names: `1.5b`, `270M`; a mixture of experts has the size of all of them first: `30b-a3b`. */
const SIZE = /(?<![\p{L}\p{N}.])(?:(\d{1,2})x)?(\d{1,4}(?:\.\d{1,2})?)([bm])(?![\p{L}\p{N}])/iu;
/** Small models whose names have no size, by the beginning of the name, in billions. */
const NAMED: readonly (readonly [name: RegExp, size: number])[] = [
  [/^llama3\.2(?::latest)?$/i, 3.2],
  [/\bphi-?(?:3|3\.5|4)[-:]?mini\b/i, 3.8],
  [/\bsmollm2?(?::latest)?$/i, 1.7],
  [/\btinyllama\b/i, 1.1],
];

/** The number of parameters that the name of a model tells, in billions; null if it tells none. */
function sizeInName(name: string): number | null {
  const match = SIZE.exec(name);
  if (match === null) return NAMED.find(([pattern]) => pattern.test(name))?.[1] ?? null;
  const [, experts = '1', size, unit = ''] = match;
  return (Number(experts) * Number(size)) / (unit.toLowerCase() === 'm' ? 1000 : 1);
}
