import { Failure } from '../../core/failure.ts';
import { DEPTHS, MAX_SOURCES } from '../../core/question.ts';
import { EVAL_JUDGES } from '../../eval/report/sections.ts';
import { BATCH_FORMS, type BatchFiles } from '../../eval/targets/prompt-batch.ts';
import { oneOf, parseOptions, wrongUsage } from '../help.ts';

const EVAL_USAGE = 'sayso eval SET [--out DIR] [--questions N] [--bare | --server URL] ...';

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
  'judge-model': { type: 'string' },
  'judge-server': { type: 'string' },
  review: { type: 'string' },
  baseline: { type: 'string' },
  'fail-below': { type: 'string' },
} as const;

/** The parsed arguments of a run. */
export type EvalOrder = ReturnType<typeof parseEvalArgs>;

/**
 * Reads the arguments of a run.
 * @throws Failure for an option that does not exist or has an impossible value
 */
export function parseEvalArgs(args: readonly string[]) {
  const { values, positionals } = parseOptions(args, EVAL_USAGE, options);
  const [set, ...others] = positionals;
  if (set === undefined || others.length > 0) throw wrongUsage(EVAL_USAGE);
  if (values.baseline !== undefined && values['fail-below'] === undefined)
    throw new Failure('invalid-question', '--baseline needs --fail-below, the points that may be lost.');
  const judge = oneOf(EVAL_JUDGES, '--judge', values.judge);
  const depth = oneOf(DEPTHS, '--depth', values.depth);
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
    /** The name of the model that a server is asked for. */
    model: values.model ?? null,
    /** The longest time for a reply of a server. */
    timeoutMs: 1000 * (readWholeNumber('--timeout', values.timeout, 1) ?? 1),
    maxTokens: readWholeNumber('--max-tokens', values['max-tokens'], 0),
    maxCost: readAmount('--max-cost', values['max-cost']),
    priceInput: readAmount('--price-input', values['price-input']),
    priceOutput: readAmount('--price-output', values['price-output']),
    /** Files in the place of the model that writes; null to call it. */
    batch: toBatch(values),
    judge,
    /** The name of the model that grades, and the base URL of its API; null for the API that writes. */
    judgeModel: values['judge-model'] ?? null,
    judgeServer: values['judge-server'] ?? null,
    /** The number of answers that the operator grades. */
    review: readWholeNumber('--review', values.review, 1),
    /** The `report.json` of an earlier run. */
    baseline: values.baseline ?? null,
    /** The least accuracy in per cent or, with a baseline, how many points it may be below that. */
    failBelow: readAmount('--fail-below', values['fail-below']),
  };
}

type EvalOptions = ReturnType<typeof parseOptions<typeof options>>['values'];

function toBatch({ batch, server, ...files }: EvalOptions): Omit<BatchFiles, 'modelName'> | null {
  const { export: exportPath = null, import: importPath = null } = files;
  const form = oneOf(BATCH_FORMS, '--batch', batch);
  if (exportPath === null && importPath === null) return null;
  if (server !== undefined)
    throw new Failure('invalid-question', 'A server builds its own prompts, which cannot be exported.');
  return { exportPath, importPath, form };
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
