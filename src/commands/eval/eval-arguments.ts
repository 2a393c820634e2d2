import { parseArgs } from 'node:util';
import { Failure } from '../../core/failure.ts';
import { DEPTHS, type Depth, MAX_SOURCES } from '../../core/question.ts';
import { EVAL_JUDGES, type EvalJudge } from '../../eval/report/sections.ts';
import { BATCH_FORMS, type BatchFiles } from '../../eval/targets/prompt-batch.ts';
import { wrongUsage } from '../help.ts';

/** How `sayso eval` is called. */
export const EVAL_USAGE = 'sayso eval SET [--out DIR] [--questions N] [--bare | --server URL] ...';

const options = {
  out: { type: 'string' },
  resume: { type: 'boolean', default: false },
  pages: { type: 'string' },
  questions: { type: 'string' },
  seed: { type: 'string', default: '1' },
  depth: { type: 'string', default: 'quick' },
  sources: { type: 'string' },
  concurrency: { type: 'string', default: '1' },
  bare: { type: 'boolean', default: false },
  server: { type: 'string' },
  model: { type: 'string' },
  timeout: { type: 'string', default: '300' },
  'max-tokens': { type: 'string' },
  'max-cost': { type: 'string' },
  'price-input': { type: 'string' },
  'price-output': { type: 'string' },
  export: { type: 'string' },
  import: { type: 'string' },
  batch: { type: 'string', default: 'openai' },
  judge: { type: 'string', default: 'exact' },
  review: { type: 'string' },
  baseline: { type: 'string' },
  'fail-below': { type: 'string' },
} as const;

/** The parsed arguments of a run. */
export type EvalOrder = {
  readonly set: string;
  readonly pages: string | null;
  readonly out: string | null;
  readonly isResumed: boolean;
  readonly questions: number | null;
  readonly seed: number;
  readonly depth: Depth;
  /** The maximum number of sources of an answer. */
  readonly maxSources: number;
  readonly concurrency: number;
  readonly isBare: boolean;
  readonly server: string | null;
  /** The name of the model that a server is asked for. */
  readonly model: string | null;
  /** The longest time for a reply of a server, in milliseconds. */
  readonly timeoutMs: number;
  readonly maxTokens: number | null;
  readonly maxCost: number | null;
  readonly priceInput: number | null;
  readonly priceOutput: number | null;
  /** Files in the place of the model that writes; null to call it. */
  readonly batch: Omit<BatchFiles, 'modelName'> | null;
  /** Who grades. */
  readonly judge: EvalJudge;
  /** The number of answers that the operator grades; null for none. */
  readonly review: number | null;
  /** The `report.json` of an earlier run; null for none. */
  readonly baseline: string | null;
  /** The least accuracy in per cent or, with a baseline, how many points it may be below that. */
  readonly failBelow: number | null;
};

/**
 * Reads the arguments of a run.
 * @throws Failure for an option that does not exist or has an impossible value
 */
export function parseEvalArgs(args: readonly string[]): EvalOrder {
  const { values, positionals } = parseOptions(args);
  const [set, ...others] = positionals;
  if (set === undefined || others.length > 0) throw wrongUsage(EVAL_USAGE);
  if (values.baseline !== undefined && values['fail-below'] === undefined)
    throw new Failure('invalid-question', '--baseline needs --fail-below, the points that may be lost.');
  const judge = EVAL_JUDGES.find((each) => each === values.judge);
  if (judge === undefined)
    throw new Failure('invalid-question', `--judge must be one of ${EVAL_JUDGES.join(', ')}.`);
  const depth = DEPTHS.find((each) => each === values.depth);
  if (depth === undefined) throw new Failure('invalid-question', '--depth must be quick or deep.');
  const maxSources = readWholeNumber('--sources', values.sources, 1) ?? MAX_SOURCES;
  if (maxSources > MAX_SOURCES)
    throw new Failure('invalid-question', `--sources must be at most ${MAX_SOURCES}.`);
  if (values.bare && values.server !== undefined)
    throw new Failure(
      'invalid-question',
      '--bare asks the configured model, so it cannot be used with --server.',
    );
  return {
    set,
    pages: values.pages ?? null,
    out: values.out ?? null,
    isResumed: values.resume || values.import !== undefined,
    questions: readWholeNumber('--questions', values.questions, 1),
    seed: readWholeNumber('--seed', values.seed, 0) ?? 1,
    depth,
    maxSources,
    concurrency: readWholeNumber('--concurrency', values.concurrency, 1) ?? 1,
    isBare: values.bare,
    server: values.server ?? null,
    model: values.model ?? null,
    timeoutMs: 1000 * (readWholeNumber('--timeout', values.timeout, 1) ?? 1),
    maxTokens: readWholeNumber('--max-tokens', values['max-tokens'], 0),
    maxCost: readAmount('--max-cost', values['max-cost']),
    priceInput: readAmount('--price-input', values['price-input']),
    priceOutput: readAmount('--price-output', values['price-output']),
    batch: toBatch(values),
    judge,
    review: readWholeNumber('--review', values.review, 1),
    baseline: values.baseline ?? null,
    failBelow: readAmount('--fail-below', values['fail-below']),
  };
}

function toBatch({
  export: exportPath = null,
  import: importPath = null,
  batch,
  server,
}: {
  readonly export?: string | null | undefined;
  readonly import?: string | null | undefined;
  readonly batch: string;
  readonly server?: string | undefined;
}): EvalOrder['batch'] {
  const form = BATCH_FORMS.find((each) => each === batch);
  if (form === undefined)
    throw new Failure('invalid-question', `--batch must be one of ${BATCH_FORMS.join(', ')}.`);
  if (exportPath === null && importPath === null) return null;
  if (server !== undefined)
    throw new Failure('invalid-question', 'A server builds its own prompts, which cannot be exported.');
  return { exportPath, importPath, form };
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw wrongUsage(EVAL_USAGE, error);
  }
}

function readWholeNumber(option: string, given: string | undefined, least: number): number | null {
  if (given === undefined) return null;
  const number = Number(given);
  if (!Number.isSafeInteger(number) || number < least)
    throw new Failure('invalid-question', `${option} must be a whole number from ${least}.`);
  return number;
}

function readAmount(option: string, given: string | undefined): number | null {
  if (given === undefined) return null;
  const number = given.trim() === '' ? Number.NaN : Number(given);
  if (!Number.isFinite(number) || number < 0)
    throw new Failure('invalid-question', `${option} must be a number from 0.`);
  return number;
}
