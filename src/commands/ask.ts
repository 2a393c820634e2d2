import { addAbortSignal } from 'node:stream';
import { styleText } from 'node:util';
import { linkHostsOf, toPlainAddress, toPlainLine } from '@sayso/markdown';
import { countChars } from '@sayso/text/text.ts';
import { judgeStatements } from '../answer/add-statements.ts';
import type { Answer, JudgedStatement } from '../core/answer.ts';
import type { AnswerEvent } from '../core/events.ts';
import { Failure, toFailure } from '../core/failure.ts';
import { byDepth, type Depth, LAYOUTS, LENGTHS, MAX_SOURCES, type Question } from '../core/question.ts';
import { type Answerer, type Caller, collect, runOf } from '../core/run.ts';
import { searchEngineOf } from '../interfaces/http/call-service.ts';
import { toScope, type WantedScope } from '../interfaces/http/scope.ts';
import { toQuestion } from '../interfaces/http/to-question.ts';
import { oneOf, parseOptions, wrongUsage } from './help.ts';
import { printable } from './printable.ts';

/** The input and output of `sayso ask`. */
type AskCommand = {
  readonly args: readonly string[];
  /** The longest time for an answer of each depth, in milliseconds. */
  readonly deadlines: Readonly<Record<Depth, number>>;
  readonly maxQueryChars: number;
  readonly ask: Answerer;
  readonly caller: Caller;
};

/** The exit statuses are those of sysexits.h, if it defines one for the case. */
const UNAVAILABLE = 69;
const INTERRUPTED = 130;

/** Printed whenever there is no answer. */
const MORE = '`sayso doctor` says what is wrong and how to fix it.';
/** The names of the scope's options, as messages show them. */
const FLAGS: Readonly<Record<keyof WantedScope, string>> = {
  language: '--language',
  country: '--country',
  since: '--since',
  until: '--until',
  timeRange: '--time-range',
  safeSearch: '--safe-search',
  only: '--site',
  never: '--not-site',
  prefer: '--prefer-site',
  collection: '--collection',
};

/** How `sayso ask` is called. */
const USAGE = 'sayso ask "your question" [--deep] [--json] [--sources N] [--site HOST] ...';
const OPTIONS = {
  json: { type: 'boolean' },
  deep: { type: 'boolean' },
  sources: { type: 'string', short: 'n' },
  language: { type: 'string' },
  country: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
  'time-range': { type: 'string' },
  'safe-search': { type: 'string' },
  site: { type: 'string', multiple: true },
  'not-site': { type: 'string', multiple: true },
  'prefer-site': { type: 'string', multiple: true },
  collection: { type: 'string' },
  length: { type: 'string' },
  layout: { type: 'string' },
} as const;

/** Stands for standard input, as in other commands. */
const STANDARD_INPUT = '-';

/** A question, and how its answer is printed. */
type AskedQuestion = { readonly question: Question; readonly isJson: boolean };

/**
 * `sayso ask "question"`, or `sayso ask -` for a question on standard input. Prints the answer on standard
 * output, and progress and errors on standard error. In a pipe the answer is plain Markdown; with `--json` it
 * is one JSON object. Returns the exit status; throws unexpected errors.
 */
export async function askCommand(command: AskCommand, signal: AbortSignal): Promise<number> {
  const asked = await readAsked(command, signal);
  return asked === null ? INTERRUPTED : printAnswer(asked, command, signal);
}

/** The question of the arguments or of standard input; null if interrupted. */
async function readAsked(
  { args, deadlines, maxQueryChars }: AskCommand,
  signal: AbortSignal,
): Promise<AskedQuestion | null> {
  const { values, positionals } = parseOptions(args, USAGE, OPTIONS);
  const depth = values.deep === true ? 'deep' : 'quick';
  const maxSources = toSourceCount(values.sources);
  const scope = toScope(
    {
      ...values,
      timeRange: values['time-range'],
      safeSearch: values['safe-search'],
      only: values.site,
      never: values['not-site'],
      prefer: values['prefer-site'],
    },
    (part) => FLAGS[part],
  );
  const words = positionals.join(' ');
  const given = words === STANDARD_INPUT ? await readQuestion(maxQueryChars, signal) : words;
  if (given === null) return null;
  const text = given.trim();
  if (text === '') throw wrongUsage(USAGE);
  if (countChars(text) > maxQueryChars) throw tooLong(maxQueryChars);
  const timeoutMs = byDepth(depth, deadlines);
  const form = {
    length: values.length === undefined ? undefined : oneOf(LENGTHS, '--length', values.length),
    layout: values.layout === undefined ? undefined : oneOf(LAYOUTS, '--layout', values.layout),
  };
  const question = toQuestion({ text, scope, depth, ...form, maxSources, timeoutMs }, { id: 'cli' });
  return { question, isJson: values.json === true };
}

/** Prints the answer to a question, or why there is none; returns the exit status. */
async function printAnswer(
  { question, isJson }: AskedQuestion,
  { ask, caller }: AskCommand,
  signal: AbortSignal,
): Promise<number> {
  try {
    const events = ask(runOf(question, { caller, signal }));
    const showsProgress = process.stderr.isTTY && !isJson;
    const { answer: whole } = await collect(showsProgress ? showProgress(events) : events);
    process.stdout.write(isJson ? `${JSON.stringify(toJson(whole))}\n` : toPrinted(whole));
    if (showsProgress) process.stderr.write(toFindings(await judgeStatements(whole)));
    if (whole.error !== null && !isJson) console.error(printable(whole.error));
    if (whole.text !== '') return 0;
    console.error(MORE);
    return 1;
  } catch (error) {
    if (signal.aborted) return INTERRUPTED;
    const { code, message } = toFailure(error);
    // An internal error: the operator cannot fix it, and its stack is useful.
    if (code === 'internal') throw error;
    console.error(`${printable(message)}\n${MORE}`);
    return code === 'search-unavailable' ? UNAVAILABLE : 1;
  }
}

/** The question on standard input, up to the longest question allowed; null if interrupted. */
async function readQuestion(maxChars: number, signal: AbortSignal): Promise<string | null> {
  const maxUnits = 2 * maxChars + '\r\n'.length;
  let text = '';
  try {
    for await (const piece of addAbortSignal(signal, process.stdin.setEncoding('utf8'))) {
      text += piece;
      if (text.length > maxUnits) throw tooLong(maxChars);
    }
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
  return text;
}

function tooLong(maxChars: number): Failure {
  return new Failure('invalid-question', `The question is longer than ${maxChars} characters.`);
}

function toSourceCount(given: string | undefined): number {
  const count = Number(given ?? MAX_SOURCES);
  if (!Number.isInteger(count) || count < 1 || count > MAX_SOURCES)
    throw new Failure('invalid-question', `--sources must be a whole number from 1 to ${MAX_SOURCES}.`);
  return count;
}

/** Passes on the events, and prints progress on standard error. */
async function* showProgress(events: AsyncIterable<AnswerEvent>): AsyncGenerator<AnswerEvent> {
  const showLine = (line: string) => process.stderr.write(`\r\u001b[K${line}`);
  showLine('Searching…');
  try {
    for await (const event of events) {
      if (event.type === 'plan')
        showLine(`Searching for ${event.subQuestions.length} parts of the question…`);
      if (event.type === 'gap' && event.missing.length > 0) showLine('Searching for missing facts…');
      if (event.type === 'sources') showLine(`Writing from ${event.sources.length} sources…`);
      yield event;
    }
  } finally {
    showLine('');
  }
}

/** The answer and its sources. In a pipe, a program may render them as Markdown. */
function toPrinted({ text, sources }: Answer): string {
  const hosts = linkHostsOf(sources);
  const isShown = process.stdout.isTTY;
  const list = sources.map(({ index, title, url }) => {
    const [name, address] = isShown ? [title, url] : [toPlainLine(title, hosts), toPlainAddress(url, hosts)];
    return `[${index}] ${name}\n    ${address}`;
  });
  const markdown = [text, list.join('\n')].filter((part) => part !== '').join('\n\n');
  return `${isShown ? toTerminalText(markdown) : markdown}\n`;
}

/**
 * The number of sentences that the sources support, and the others, if that is certain: `≠` differs from a
 * source, `?` was not found. Empty if no sentence could be checked.
 */
export function toFindings(statements: readonly JudgedStatement[]): string {
  const checked = statements.filter(({ verdict }) => verdict !== 'not-checked');
  if (checked.length === 0) return '';
  const doubtful = checked.filter(({ verdict }) => verdict !== 'supported');
  const certain = doubtful.filter(({ isSure }) => isSure !== false);
  const lines = certain.map(({ verdict, text, difference }) => {
    const instead =
      difference === undefined ? '' : ` (source ${difference.found.source}: ${difference.found.text})`;
    return `${verdict === 'differs' ? '≠' : '?'} ${text}${instead}`;
  });
  const count = `Sentences found in the sources: ${checked.length - doubtful.length} of ${checked.length}`;
  return `\n${printable([count, ...lines].join('\n'))}\n`;
}

/** The fields of `POST /api/ask`. */
function toJson(answer: Answer): Record<string, unknown> {
  return {
    answer: answer.text,
    html_answer: answer.html,
    speakable_text: answer.speech,
    sources: answer.sources.map(({ index, title, url, snippet }) => ({ index, title, url, snippet })),
    model: answer.model,
    search_engine: searchEngineOf(answer.slot),
    ...(answer.searchedFor !== undefined && { searched_for: answer.searchedFor }),
    tokens_used: answer.tokensUsed,
    error: answer.error,
  };
}

/**
 * Markdown made easier to read in a terminal: headings, bold text and code have their own styles, and
 * citations are dim. Works line by line, so that nothing is lost; respects NO_COLOR. Control characters in
 * the text are removed.
 */
export function toTerminalText(markdown: string): string {
  return printable(markdown).split('\n').map(toStyledLine).join('\n');
}

function toStyledLine(line: string): string {
  const heading = /^#{1,6} +(.*)$/.exec(line);
  if (heading?.[1] !== undefined) return styleText('bold', heading[1]);
  return line
    .replace(/\*\*([^*]+)\*\*/g, (_, text: string) => styleText('bold', text))
    .replace(/`([^`]+)`/g, (_, text: string) => styleText('cyan', text))
    .replace(/\[\d{1,2}\]/g, (citation) => styleText('dim', citation));
}
