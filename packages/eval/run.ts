import {
  appendFileSync,
  closeSync,
  createReadStream,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Grade } from './grade.ts';

/** A mistake of the operator, or a server that refuses every question: the run cannot go on. */
export class EvalFailure extends Error {}

/** Numbers from 0 to below 1, the same for the same seed (G. Marsaglia, "Xorshift RNGs", 2003). */
export function createRandom(seed: number): () => number {
  // Knuth's factor makes neighbouring seeds differ in many bits. A state of 0 would stay 0.
  let state = Math.imul(seed + 1, 2_654_435_761) | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** How many statements of an answer have each verdict of the service; those that are not checked do not count. */
export type StatementCount = {
  readonly supported: number;
  readonly differs: number;
  readonly notFound: number;
};

/** The step of the service at which a right answer was lost. */
export const LOST_STEPS = ['search', 'selection', 'writing'] as const;
/** One of them. */
export type LostStep = (typeof LOST_STEPS)[number];

/** What a question led to: one line of the file with all results. */
export type EvalRecord = {
  readonly id: string;
  readonly kind: string;
  readonly question: string;
  /** What would have been right, for the report: answers, or patterns. */
  readonly answers: readonly string[];
  readonly isAnswerable: boolean;
  /** Markdown; empty if there is none. */
  readonly text: string;
  /** The name of the model that wrote it; empty if none did. */
  readonly model: string;
  /** Why there is no answer; null if there is one. */
  readonly failure: string | null;
  /** Absent for a failure. */
  readonly exact?: Grade;
  /** What the model judge says; absent if it was not asked, or failed. */
  readonly judged?: Grade;
  /** Where the answer was lost; absent if it is right, or if the server is no Sayso. */
  readonly lostIn?: LostStep;
  /** Absent if the server gives no verdicts. */
  readonly statements?: StatementCount;
  /** Prompts and replies together, as reported or estimated; null if the server does not say. */
  readonly tokens: number | null;
  readonly totalMs: number;
};

/** What was asked, and how: a run is only continued with the same. */
export type RunPlan = {
  readonly version: string;
  readonly set: string;
  readonly questions: number;
  readonly seed: number;
  /** What was asked: the service with these settings, or a server. */
  readonly target: string;
  readonly depth: string;
};

/** The folder of one run: `run.json`, `answers.jsonl` and the reports. */
export type RunFolder = {
  readonly path: string;
  /** Adds a line, which stays if the process is killed afterwards. */
  add(record: EvalRecord): void;
  /** The last record of each question, one after another. */
  records(): AsyncGenerator<EvalRecord>;
};

const PLAN = 'run.json';
const RECORDS = 'answers.jsonl';
const LINE_FEED = 10;

/**
 * Opens the folder of a run, and creates it if necessary. A line that was cut off when the process was killed
 * is removed.
 * @throws EvalFailure if it has another run, or a run that is not to be resumed
 */
export function openRunFolder(path: string, plan: RunPlan, isResumed: boolean): RunFolder {
  mkdirSync(path, { recursive: true });
  const planPath = join(path, PLAN);
  const text = `${JSON.stringify(plan, null, 2)}\n`;
  if (existsSync(planPath)) {
    const toError = (reason: string) => new EvalFailure(`${path} has ${reason}`);
    if (!isResumed) throw toError('a run. Add --resume to go on, or name another --out.');
    const other = differingPart(plan, readPlan(path));
    if (other !== null) throw toError(`another run: its ${other} differs. Name another --out.`);
  } else writeFileSync(planPath, text);
  const file = join(path, RECORDS);
  removeCutLine(file);
  return {
    path,
    add: (record) => appendFileSync(file, `${JSON.stringify(record)}\n`),
    records: () => readRecords(path),
  };
}

/**
 * The plan of an earlier run.
 * @throws EvalFailure if the folder has none
 */
export function readPlan(path: string): RunPlan {
  try {
    return JSON.parse(readFileSync(join(path, PLAN), 'utf8')) as RunPlan;
  } catch {
    throw new EvalFailure(`${path} has no run of \`sayso eval\`.`);
  }
}

/** The last record of each question of a run, without those added meanwhile or cut off. */
export async function* readRecords(path: string): AsyncGenerator<EvalRecord> {
  const file = join(path, RECORDS);
  if (!existsSync(file)) return;
  const lastLines = new Map<string, number>();
  let number = 0;
  for await (const record of linesOf(file)) lastLines.set(record.id, number++);
  number = 0;
  for await (const record of linesOf(file)) if (lastLines.get(record.id) === number++) yield record;
}

async function* linesOf(file: string): AsyncGenerator<EvalRecord> {
  for await (const line of createInterface({ input: createReadStream(file, 'utf8') })) {
    const record = toRecord(line);
    if (record !== null) yield record;
  }
}

function toRecord(line: string): EvalRecord | null {
  try {
    return JSON.parse(line) as EvalRecord;
  } catch {
    return null;
  }
}

function differingPart(plan: RunPlan, earlier: RunPlan): string | null {
  const names = Object.keys(plan) as (keyof RunPlan)[];
  return names.find((name) => JSON.stringify(plan[name]) !== JSON.stringify(earlier[name])) ?? null;
}

/** Shortens the file to its last line feed. */
function removeCutLine(path: string): void {
  if (!existsSync(path)) return;
  const file = openSync(path, 'r+');
  try {
    let end = fstatSync(file).size;
    const byte = Buffer.alloc(1);
    const endsWithLine = () => readSync(file, byte, 0, 1, end - 1) === 1 && byte[0] === LINE_FEED;
    while (end > 0 && !endsWithLine()) end--;
    ftruncateSync(file, end);
  } finally {
    closeSync(file);
  }
}

/** What is done with each of many items. */
type EachRun<Item> = {
  readonly items: AsyncIterable<Item>;
  /** The number of items that are worked on at the same time. */
  readonly concurrency: number;
  /** Asked before each item; no further item is begun once it is false. */
  mayGoOn?(): boolean;
  work(item: Item): Promise<void>;
};

/**
 * Works on many items, a few at a time, so that memory does not grow with their number. After the first
 * failure, or when `signal` aborts, no further item is begun; rejects with it after all others have ended.
 */
export async function runEach<Item>(
  { items, concurrency, mayGoOn = () => true, work }: EachRun<Item>,
  signal: AbortSignal,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  for await (const item of items) {
    if (signal.aborted || failures.length > 0 || !mayGoOn()) break;
    const working = work(item)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => running.delete(working));
    running.add(working);
    if (running.size >= concurrency) await Promise.race(running);
  }
  await Promise.all(running);
  if (signal.aborted) throw signal.reason;
  if (failures.length > 0) throw failures[0];
}

/** Where progress is shown. */
type ProgressOutput = { write(text: string): unknown; readonly isTTY?: boolean };

/** Without a terminal, a line is printed for each share of this size. */
const SHARE = 0.1;

/**
 * Shows how many questions are done, how fast, and how long the rest takes at this rate: one line that is
 * renewed on a terminal, a few lines elsewhere.
 * @param done the number of questions that an earlier run has done
 */
export function showProgress(total: number, done: number, output: ProgressOutput) {
  const startedAtMs = performance.now();
  let steps = 0;
  let shownShare = done / total;
  const show = (text: string) => output.write(output.isTTY === true ? `\r\u001b[K${text}` : `${text}\n`);
  return {
    /** Another question is done. */
    step(): void {
      steps++;
      const share = (done + steps) / total;
      if (output.isTTY !== true && share < 1 && share - shownShare < SHARE) return;
      shownShare = share;
      const perMs = steps / (performance.now() - startedAtMs);
      const left = describeTime((total - done - steps) / perMs);
      show(`${done + steps} of ${total} questions, ${(perMs * 60_000).toFixed(1)} a minute, ${left} left`);
    },
    /** All questions wait for a server. */
    waiting: (waitMs: number): void =>
      void show(`A server has no room; going on in ${describeTime(waitMs)}.`),
    /** Removes the line. */
    end: (): void => void (output.isTTY === true && output.write('\r\u001b[K')),
  };
}

/** A duration in words, rounded. */
function describeTime(ms: number): string {
  if (!Number.isFinite(ms)) return 'an unknown time';
  if (ms < 100_000) return `${Math.ceil(ms / 1000)} s`;
  if (ms < 6_000_000) return `${Math.round(ms / 60_000)} min`;
  return `${(ms / 3_600_000).toFixed(1)} h`;
}
