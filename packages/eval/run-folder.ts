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
import { EvalFailure, type EvalRecord } from './record.ts';

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
