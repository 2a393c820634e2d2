import { appendFileSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { callModel, type EvalTarget, findTarget, ServerError, saysoAt, waitingForRoom } from './ask.ts';
import { gradeExactly, readGrade, toGradingPrompt } from './grade.ts';
import { servePages } from './pages.ts';
import { showProgress } from './progress.ts';
import { EvalFailure, type EvalRecord } from './record.ts';
import { accuracyOf, compareRuns, type EvalSummary, writeReport } from './report.ts';
import { runEach } from './run-each.ts';
import { openRunFolder, type RunFolder } from './run-folder.ts';
import { type EvalQuestion, isAnswerable, type OpenSet, openSet } from './sets.ts';

export { EvalFailure } from './record.ts';

/** What `sayso eval` gets from the program that it is a command of. */
type EvalHost = {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  print(line: string): void;
  /** Where progress is shown. */
  readonly progress: Parameters<typeof showProgress>[2];
  /** Starts a Sayso for this run, with settings that replace those of the operator. */
  start(settings: Readonly<Record<string, string>>): Promise<StartedSayso>;
};

/** A Sayso that answers until it is disposed. */
type StartedSayso = AsyncDisposable & {
  readonly url: string;
  /** What decides its answers, for the report. */
  readonly name: string;
};

const USAGE =
  'sayso eval SET [--out DIR] [--questions N] [--server URL] ...\n       sayso eval compare DIR DIR';
const INTERRUPTED = 130;
const MAX_SOURCES = 10;

const options = {
  out: { type: 'string' },
  resume: { type: 'boolean', default: false },
  pages: { type: 'string' },
  questions: { type: 'string' },
  seed: { type: 'string', default: '1' },
  depth: { type: 'string', default: 'quick' },
  sources: { type: 'string', default: String(MAX_SOURCES) },
  concurrency: { type: 'string', default: '1' },
  server: { type: 'string' },
  model: { type: 'string' },
  timeout: { type: 'string', default: '300' },
  'max-tokens': { type: 'string' },
  judge: { type: 'string' },
  'judge-model': { type: 'string' },
  baseline: { type: 'string' },
  'fail-below': { type: 'string' },
} as const;

type Order = ReturnType<typeof parseOrder>;

/** @throws EvalFailure for an option that does not exist or has an impossible value */
function parseOrder(args: readonly string[]) {
  const { values, positionals } = parse(args);
  const [set, ...others] = positionals;
  if (set === undefined || others.length > 0) throw new EvalFailure(`Usage: ${USAGE}`);
  if (values.baseline !== undefined && values['fail-below'] === undefined)
    throw new EvalFailure('--baseline needs --fail-below, the points that may be lost.');
  if (values.depth !== 'quick' && values.depth !== 'deep')
    throw new EvalFailure('--depth must be one of quick, deep.');
  const numberOf = (name: 'questions' | 'max-tokens' | 'fail-below') =>
    values[name] === undefined ? null : toNumber(name, values[name]);
  return {
    set,
    out: values.out ?? `eval-${basename(set).split('.', 1)[0]}`,
    isResumed: values.resume,
    pagesPath: values.pages ?? null,
    count: numberOf('questions'),
    seed: toNumber('seed', values.seed),
    depth: values.depth,
    maxSources: Math.min(MAX_SOURCES, toNumber('sources', values.sources)),
    concurrency: Math.max(1, toNumber('concurrency', values.concurrency)),
    server: values.server ?? null,
    model: values.model ?? null,
    timeoutMs: 1000 * toNumber('timeout', values.timeout),
    maxTokens: numberOf('max-tokens') ?? Number.POSITIVE_INFINITY,
    /** The address of the API of a model that grades. */
    judge: values.judge ?? null,
    judgeModel: values['judge-model'] ?? null,
    /** The `report.json` of an earlier run. */
    baseline: values.baseline ?? null,
    /** The least accuracy in per cent or, with a baseline, how many points it may be below that. */
    failBelow: numberOf('fail-below'),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new EvalFailure(
      `${error instanceof Error ? error.message.split('. ', 1)[0] : ''}\nUsage: ${USAGE}`,
    );
  }
}

function toNumber(option: string, given: string): number {
  const number = given.trim() === '' ? Number.NaN : Number(given);
  if (Number.isFinite(number) && number >= 0) return number;
  throw new EvalFailure(`--${option} must be a number from 0.`);
}

/**
 * `sayso eval SET`: asks the questions of a set, grades the answers, keeps everything in a folder, and prints
 * the report. Interrupted, it keeps what is done and returns 130; `--resume` goes on. `sayso eval compare`
 * compares two runs. Returns the exit status: 1 if the accuracy is below what is asked for.
 * @throws EvalFailure
 */
export async function evalCommand(host: EvalHost, signal: AbortSignal): Promise<number> {
  const [first, before, after, ...others] = host.args;
  if (first === 'compare') {
    if (before === undefined || after === undefined || others.length > 0)
      throw new EvalFailure(`Usage: ${USAGE}`);
    host.print((await compareRuns(before, after)).trimEnd());
    return 0;
  }
  const order = parseOrder(host.args);
  const required = requiredAccuracy(order);
  const folder = await askSet(order, host, signal);
  if (!signal.aborted) await judgeRun(folder, order, host, signal);
  const { summary, markdown } = await writeReport(folder.path);
  host.print(markdown.split('\n## Answers that are not right', 1)[0] ?? '');
  host.print(`The same with the wrong answers: ${join(folder.path, 'report.md')}`);
  if (signal.aborted) return INTERRUPTED;
  const reached = accuracyOf(summary);
  if (required === null || reached >= required) return 0;
  host.print(`${reached.toFixed(1)} % are correct, but ${required.toFixed(1)} % are required.`);
  return 1;
}

/** In per cent. Read before the first question, because a mistake should not cost a whole run. */
function requiredAccuracy({ baseline, failBelow }: Order): number | null {
  if (baseline === null || failBelow === null) return failBelow;
  try {
    const { summary } = JSON.parse(readFileSync(baseline, 'utf8')) as { readonly summary: EvalSummary };
    return accuracyOf(summary) - failBelow;
  } catch (error) {
    throw new EvalFailure(`--baseline: ${baseline} is not the report.json of a run.`, { cause: error });
  }
}

/** Asks a set's questions that have no answer yet; keeps what is done if interrupted. */
async function askSet(order: Order, host: EvalHost, signal: AbortSignal): Promise<RunFolder> {
  await using opened = new AsyncDisposableStack();
  const set = await openSet({ ...order, path: order.set });
  const target = await openTarget(order, host, { set, opened }, signal);
  const folder = openRunFolder(
    order.out,
    {
      ...{ version: host.version, set: basename(order.set), questions: set.ids.size, seed: order.seed },
      ...{ target: target.name, depth: order.depth },
    },
    order.isResumed,
  );
  const done = new Set<string>();
  for await (const { id, failure } of folder.records()) if (failure === null) done.add(id);
  const progress = showProgress(set.ids.size, done.size, host.progress);
  const whenThereIsRoom = waitingForRoom(progress.waiting);
  let tokens = 0;
  const work = async (question: EvalQuestion) => {
    const record = await askAndGrade(target, question, { whenThereIsRoom, signal });
    tokens += record.tokens ?? 0;
    folder.add(record);
    progress.step();
  };
  const hasRoom = () => tokens < order.maxTokens;
  const items = notIn(done, set.questions());
  try {
    await runEach({ items, concurrency: order.concurrency, mayGoOn: hasRoom, work }, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    progress.end();
  }
  if (signal.aborted) host.progress.write('Stopped. What is done is kept; --resume goes on.\n');
  else if (!hasRoom()) host.progress.write('--max-tokens is reached. --resume goes on and counts anew.\n');
  return folder;
}

async function* notIn(ids: ReadonlySet<string>, items: AsyncIterable<EvalQuestion>) {
  for await (const item of items) if (!ids.has(item.id)) yield item;
}

/** A running server, or a Sayso that is started for the run and finds only the pages of the set, if it has any. */
async function openTarget(
  order: Order,
  { environment, start }: EvalHost,
  { set, opened }: { readonly set: OpenSet; readonly opened: AsyncDisposableStack },
  signal: AbortSignal,
): Promise<EvalTarget> {
  const key = environment.SAYSO_API_KEY?.trim() || undefined;
  if (order.server !== null) return findTarget({ ...order, url: order.server, key }, signal);
  const pages = set.hasPages ? opened.use(await servePages()) : null;
  const sayso = opened.use(await start(pages === null ? {} : searchIn(pages.url)));
  const target = saysoAt({ ...order, url: sayso.url, key: undefined }, sayso.name);
  if (pages === null) return target;
  return {
    ...target,
    ask: (question, within) => pages.during(question, () => target.ask(question, within)),
    whereLost: async (question, within) =>
      pages.during(question, async () => (await target.whereLost?.(question, within)) ?? 'search'),
  };
}

/** Settings of a Sayso that searches only there. */
function searchIn(url: string): Readonly<Record<string, string>> {
  return {
    ...{ SEARCH_PRIMARY_KIND: 'mcp', SEARCH_PRIMARY_URL: url, SEARCH_PRIMARY_KEY: '' },
    ...{ SEARCH_QUOTA: '', SEARCH_SECONDARY_URL: '', SEARCH_TERTIARY_URL: 'off', READ_PAGES: 'on' },
  };
}

type Asking = {
  readonly whenThereIsRoom: ReturnType<typeof waitingForRoom>;
  readonly signal: AbortSignal;
};

/** Asks a question and grades the reply. A failed question has a record; a mistake of the operator is thrown. */
async function askAndGrade(
  target: EvalTarget,
  question: EvalQuestion,
  { whenThereIsRoom, signal }: Asking,
): Promise<EvalRecord> {
  const startedAtMs = performance.now();
  const reply = await whenThereIsRoom(() => target.ask(question, signal), signal).catch((error: unknown) => {
    if (signal.aborted || error instanceof EvalFailure) throw error;
    const failure = error instanceof ServerError ? error.message : 'The server cannot be reached.';
    return { text: '', model: '', failure, tokens: null };
  });
  const totalMs = performance.now() - startedAtMs;
  const { id, kind, question: text, answers, patterns } = question;
  const isAnswered = reply.failure === null;
  const exact = isAnswered ? gradeExactly(reply.text, question) : undefined;
  const isLost = isAnswered && isAnswerable(question) && exact !== 'correct';
  const lostIn = isLost ? await target.whereLost?.(question, signal).catch(() => undefined) : undefined;
  return {
    ...{ id, kind, question: text, answers: answers.length > 0 ? answers : patterns },
    isAnswerable: isAnswerable(question),
    ...reply,
    ...(exact !== undefined && { exact }),
    ...(lostIn !== undefined && { lostIn }),
    totalMs,
  };
}

/**
 * Lets the model at `--judge` grade every answer that it has not graded yet. Prompts and raw replies are kept in
 * `judge.jsonl`. A call that fails leaves its answer without a grade.
 */
async function judgeRun(
  folder: RunFolder,
  { judge, judgeModel, concurrency, timeoutMs }: Order,
  { environment, progress }: EvalHost,
  signal: AbortSignal,
): Promise<void> {
  if (judge === null) return;
  const server = { url: judge.replace(/\/+$/, ''), key: environment.SAYSO_JUDGE_KEY, timeoutMs };
  const whenThereIsRoom = waitingForRoom(() => undefined);
  const keep = (line: object) =>
    appendFileSync(join(folder.path, 'judge.jsonl'), `${JSON.stringify(line)}\n`);
  const work = async (record: EvalRecord) => {
    const { system, user } = toGradingPrompt(record);
    const messages = [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ] as const;
    try {
      const call = () => callModel(server, judgeModel, messages, signal);
      const { text, model } = await whenThereIsRoom(call, signal);
      const judged = readGrade(text);
      keep({ id: record.id, model, user, reply: text, grade: judged });
      if (judged !== null) folder.add({ ...record, judged });
    } catch (error) {
      if (signal.aborted || error instanceof EvalFailure) throw error;
      keep({ id: record.id, failure: error instanceof Error ? error.message : '' });
    }
  };
  progress.write('The judge grades the answers.\n');
  await runEach({ items: ungraded(folder), concurrency, work }, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

async function* ungraded(folder: RunFolder): AsyncGenerator<EvalRecord> {
  for await (const record of folder.records()) {
    const { failure, isAnswerable: isGraded, judged } = record;
    if (failure === null && isGraded && judged === undefined) yield record;
  }
}
