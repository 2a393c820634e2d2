import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { createGunzip, gunzipSync } from 'node:zlib';
import { Failure, whyUnreadable } from '../../core/failure.ts';

/** One row of a file. */
export type SetRow = {
  /** Its number, from 1: that of its line in JSON Lines, otherwise that of the question. */
  readonly number: number;
  readonly fields: Readonly<Record<string, unknown>>;
};

const BYTE_ORDER_MARK = '\ufeff';

/**
 * The rows of a file, one after another, so that a file may be larger than the memory: JSON Lines, CSV or TSV
 * with a header, or a JSON array, which is read as a whole. The ending of the name decides; with `.gz` behind
 * it, the file is decompressed.
 * @throws Failure for a file that cannot be read, and for a row that cannot be parsed
 */
export async function* readRows(path: string): AsyncGenerator<SetRow> {
  const [, format = ''] = /\.(jsonl|ndjson|json|csv|tsv)(?:\.gz)?$/i.exec(path) ?? [];
  if (format === '')
    throw new Failure('invalid-question', `${path}: its name must end in .jsonl, .json, .csv or .tsv.`);
  try {
    if (/^json$/i.test(format)) yield* readArray(path);
    else if (/^[ct]sv$/i.test(format)) yield* withHeader(readSeparated(openText(path), separatorOf(format)));
    else yield* readLines(path);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure('invalid-question', `${path} ${whyUnreadable(error)}.`, { cause: error });
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
  if (!Array.isArray(rows)) throw new Failure('invalid-question', `${path}: it must be a list of questions.`);
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
    throw new Failure('invalid-question', `${place}: this is not JSON.`);
  }
}

function toFields(row: unknown, path: string): SetRow['fields'] {
  if (typeof row === 'object' && row !== null && !Array.isArray(row)) return row as SetRow['fields'];
  throw new Failure('invalid-question', `${path}: each question must be an object.`);
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
