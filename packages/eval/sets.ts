import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { createGunzip, gunzipSync } from 'node:zlib';
import { fieldOf } from '@sayso/text/own-value.ts';
import type { Gold } from './grade.ts';
import { createRandom } from './random.ts';
import { EvalFailure } from './record.ts';

/** A page that a set brings along for a question. */
type EvalPage = {
  readonly url: string;
  readonly title: string;
  /** Plain text; paragraphs are separated by line feeds. */
  readonly text: string;
  /** When it was published, as an ISO 8601 date; null if the set does not say. */
  readonly publishedAt: string | null;
};

/** A question of a set, with what is needed to grade an answer to it. */
export type EvalQuestion = Gold & {
  /** Unique within the set. */
  readonly id: string;
  /** A group of questions within the set; empty if the set has none. */
  readonly kind: string;
  /** The day on which the answers were right, as an ISO 8601 date; null if the set does not say. */
  readonly asOf: string | null;
  /** All pages that may be found, in the order of the search results; null to search as usual. */
  readonly pages: readonly EvalPage[] | null;
};

/** Whether any answer counts as right; the right reply to other questions is that the sources do not say. */
export function isAnswerable({ answers, patterns }: Pick<EvalQuestion, 'answers' | 'patterns'>): boolean {
  return answers.length > 0 || patterns.length > 0;
}

/** The files of a set, and the part of it that is asked. */
type SetChoice = {
  readonly path: string;
  /** A second file with the pages of the questions, as RealTimeQA has it; null for none. */
  readonly pagesPath: string | null;
  /** The number of questions to draw at random; null for all. */
  readonly count: number | null;
  readonly seed: number;
};

/** A set that was read once from its beginning to its end, so that every row is known to be valid. */
export type OpenSet = {
  /** The ids of the chosen questions, in the order of the file. */
  readonly ids: ReadonlySet<string>;
  /** Whether every chosen question brings its own pages. */
  readonly hasPages: boolean;
  /** The chosen questions, read anew, so that their pages are in memory one at a time. */
  questions(): AsyncGenerator<EvalQuestion>;
};

/**
 * Opens a set.
 * @throws EvalFailure for a file that cannot be read or has no questions, and for rows with equal ids
 */
export async function openSet(choice: SetChoice): Promise<OpenSet> {
  const all = new Map<string, boolean>();
  for await (const { id, pages } of readQuestions(choice)) {
    if (all.has(id)) throw new EvalFailure(`${choice.path}: two questions have the id ${id}.`);
    all.set(id, pages !== null);
  }
  if (all.size === 0) throw new EvalFailure(`${choice.path} has no questions.`);
  const ids = new Set(drawFrom([...all.keys()], choice.count ?? all.size, choice.seed));
  return {
    ids,
    hasPages: [...ids].every((id) => all.get(id) === true),
    async *questions() {
      for await (const question of readQuestions(choice)) if (ids.has(question.id)) yield question;
    },
  };
}

async function* readQuestions({ path, pagesPath }: SetChoice): AsyncGenerator<EvalQuestion> {
  const added = new Map<string, EvalQuestion['pages']>();
  if (pagesPath !== null)
    for await (const row of readRows(pagesPath)) {
      const { id, pages } = toEvalQuestion(
        { ...row, fields: { question: '-', ...row.fields } },
        `${pagesPath}, row ${row.number}`,
      );
      added.set(id, pages);
    }
  for await (const row of readRows(path)) {
    const question = toEvalQuestion(row, `${path}, row ${row.number}`);
    const pages = added.get(question.id);
    yield pages === undefined ? question : { ...question, pages };
  }
}

/** A sample without repetition (Fisher and Yates), in its order; the same for the same seed. */
function drawFrom(items: readonly string[], count: number, seed: number): readonly string[] {
  if (count >= items.length) return items;
  const random = createRandom(seed);
  const mixed = [...items];
  for (let at = 0; at < count; at++) {
    const other = at + Math.floor(random() * (mixed.length - at));
    [mixed[at], mixed[other]] = [mixed[other] ?? '', mixed[at] ?? ''];
  }
  const drawn = new Set(mixed.slice(0, count));
  return items.filter((item) => drawn.has(item));
}

/** The names of the same field in the published sets, the own one first. */
const NAMES = {
  id: ['id', 'question_id'],
  question: ['question', 'problem', 'Prompt', 'question_sentence'],
  answers: ['answers', 'answer', 'Answer'],
  kind: ['kind', 'reasoning_types', 'question_source'],
  asOf: ['as_of', 'date', 'question_date'],
  pages: ['pages', 'search_result'],
} as const;

/** The kind of a question of SimpleQA, whose metadata are a dictionary of Python. */
const ANSWER_TYPE = /'answer_type': '([^']*)'/;

/**
 * A row of any of the supported sets as a question. Besides the form of docs/evaluate.md, it understands the
 * columns of SimpleQA (`metadata`, `problem`, `answer`), of FRAMES (`Prompt`, `Answer`, `reasoning_types`)
 * and of RealTimeQA (`question_sentence`, `choices` and the numbers of the right ones).
 * @throws EvalFailure for a row without a question or with an invalid pattern
 */
function toEvalQuestion({ fields, number }: SetRow, place: string): EvalQuestion {
  const pick = (names: readonly string[]) =>
    names.map((name) => fieldOf(fields, name)).find((value) => value !== undefined && value !== null);
  const question = toText(pick(NAMES.question)).trim();
  if (question === '') throw new EvalFailure(`${place}: there is no question.`);
  const asOf = toText(pick(NAMES.asOf)).replaceAll('/', '-').slice(0, 10);
  const pages = pick(NAMES.pages);
  return {
    id: toText(pick(NAMES.id) ?? number),
    question,
    answers: toAnswers(pick(NAMES.answers), fieldOf(fields, 'choices')),
    patterns: toPatterns(fieldOf(fields, 'accept'), place),
    kind: toText(pick(NAMES.kind)) || (ANSWER_TYPE.exec(toText(fieldOf(fields, 'metadata')))?.[1] ?? ''),
    asOf: /^\d{4}-\d{2}-\d{2}$/.test(asOf) ? asOf : null,
    pages: Array.isArray(pages) ? pages.map((page, at) => toPage(page, `${place}, page ${at + 1}`)) : null,
  };
}

/** Empty for anything but a text or a number. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : '';
}

/** RealTimeQA gives the numbers of the right choices, from 0; other sets give the answers themselves. */
function toAnswers(value: unknown, choices: unknown): readonly string[] {
  const texts = (Array.isArray(value) ? value : [value]).map((text) => toText(text).trim());
  const isNumbered =
    Array.isArray(choices) && Array.isArray(value) && texts.every((text) => /^\d$/.test(text));
  const answers = isNumbered ? texts.map((number) => toText(choices[Number(number)])) : texts;
  return answers.filter((text) => text !== '');
}

function toPatterns(value: unknown, place: string): readonly string[] {
  const patterns = (Array.isArray(value) ? value : []).map(toText).filter((text) => text !== '');
  for (const pattern of patterns) {
    try {
      new RegExp(pattern, 'i');
    } catch {
      throw new EvalFailure(`${place}: ${pattern} is not a regular expression.`);
    }
  }
  return patterns;
}

/** A page of a set. The own sets name its day `date`, RealTimeQA `publish_date`. */
function toPage(value: unknown, place: string): EvalPage {
  const url = toText(fieldOf(value, 'url'));
  if (!URL.canParse(url)) throw new EvalFailure(`${place}: it needs a URL.`);
  const day = toText(fieldOf(value, 'date') ?? fieldOf(value, 'publish_date')).replaceAll('/', '-');
  return {
    url,
    title: toText(fieldOf(value, 'title')),
    text: toText(fieldOf(value, 'text')),
    publishedAt: /^\d{4}-\d{2}-\d{2}/.test(day) ? day : null,
  };
}

/** One row of a file. */
type SetRow = {
  /** Its number, from 1: that of its line in JSON Lines, otherwise that of the question. */
  readonly number: number;
  readonly fields: Readonly<Record<string, unknown>>;
};

const BYTE_ORDER_MARK = '\ufeff';

/**
 * The rows of a file, one after another, so that a file may be larger than the memory: JSON Lines, CSV or TSV
 * with a header, or a JSON array, which is read as a whole. The ending of the name decides; with `.gz` behind
 * it, the file is decompressed.
 * @throws EvalFailure for a file that cannot be read, and for a row that cannot be parsed
 */
async function* readRows(path: string): AsyncGenerator<SetRow> {
  const [, format = ''] = /\.(jsonl|ndjson|json|csv|tsv)(?:\.gz)?$/i.exec(path) ?? [];
  if (format === '') throw new EvalFailure(`${path}: its name must end in .jsonl, .json, .csv or .tsv.`);
  try {
    if (/^json$/i.test(format)) yield* readArray(path);
    else if (/^[ct]sv$/i.test(format)) yield* withHeader(readSeparated(openText(path), separatorOf(format)));
    else yield* readLines(path);
  } catch (error) {
    if (error instanceof EvalFailure) throw error;
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new EvalFailure(`${path} ${isMissing ? 'does not exist' : 'cannot be read'}.`, { cause: error });
  }
}

function openText(path: string): Readable {
  const bytes = createReadStream(path);
  if (!path.toLowerCase().endsWith('.gz')) return bytes.setEncoding('utf8');
  const text = createGunzip();
  bytes.on('error', (error) => text.destroy(error));
  return bytes.pipe(text).setEncoding('utf8');
}

function separatorOf(format: string): ',' | '\t' {
  return /^c/i.test(format) ? ',' : '\t';
}

async function* readLines(path: string): AsyncGenerator<SetRow> {
  let number = 0;
  for await (const line of createInterface({ input: openText(path) })) {
    number++;
    const text = line.replace(BYTE_ORDER_MARK, '');
    if (text.trim() !== '') yield { number, fields: toFields(parse(text, `${path}, line ${number}`), path) };
  }
}

async function* readArray(path: string): AsyncGenerator<SetRow> {
  const bytes = await readFile(path);
  const text = (path.toLowerCase().endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  const rows = parse(text.replace(BYTE_ORDER_MARK, ''), path);
  if (!Array.isArray(rows)) throw new EvalFailure(`${path}: it must be a list of questions.`);
  for (const [at, row] of rows.entries()) yield { number: at + 1, fields: toFields(row, path) };
}

async function* withHeader(records: AsyncIterable<readonly string[]>): AsyncGenerator<SetRow> {
  let names: readonly string[] | null = null;
  let number = 0;
  for await (const record of records) {
    if (names === null) names = record.map((name) => name.replace(BYTE_ORDER_MARK, '').trim());
    else {
      const fields = names.map((name, at) => [name, record[at] ?? ''] as const);
      yield { number: ++number, fields: Object.fromEntries(fields) };
    }
  }
}

function parse(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new EvalFailure(`${place}: this is not JSON.`);
  }
}

function toFields(row: unknown, path: string): SetRow['fields'] {
  if (typeof row === 'object' && row !== null && !Array.isArray(row)) return row as SetRow['fields'];
  throw new EvalFailure(`${path}: each question must be an object.`);
}

/**
 * The records of a text with separated values (RFC 4180): a field in quotation marks may contain separators,
 * line breaks and doubled quotation marks. Empty lines are left out. Takes linear time.
 */
async function* readSeparated(
  pieces: AsyncIterable<string>,
  separator: ',' | '\t',
): AsyncGenerator<readonly string[]> {
  let record: string[] = [];
  let field = '';
  let state: 'plain' | 'quoted' | 'after-quote' = 'plain';
  const endRecord = () => {
    const ended = [...record, field];
    record = [];
    field = '';
    return ended;
  };
  for await (const piece of pieces) {
    for (const character of piece) {
      if (state === 'quoted') {
        if (character === '"') state = 'after-quote';
        else field += character;
      } else if (character === '"' && (field === '' || state === 'after-quote')) {
        if (state === 'after-quote') field += '"';
        state = 'quoted';
      } else {
        state = 'plain';
        if (character === separator) {
          record.push(field);
          field = '';
        } else if (character === '\n') {
          const ended = endRecord();
          if (ended.some((value) => value !== '')) yield ended;
        } else if (character !== '\r') field += character;
      }
    }
  }
  const last = endRecord();
  if (last.some((value) => value !== '')) yield last;
}
