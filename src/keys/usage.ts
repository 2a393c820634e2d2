import { DatabaseSync } from 'node:sqlite';
import { Failure } from '../core/failure.ts';
import type { ObserveAnswer } from '../core/run.ts';

/** What usage is summed up by. */
export const USAGE_BY = ['key', 'model', 'day'] as const;
export type UsageBy = (typeof USAGE_BY)[number];

/** One sum. Never more than counts: no question, no answer, no address. */
export type UsageRow = {
  readonly name: string;
  readonly answers: number;
  readonly tokens: number;
  readonly searches: number;
};

/** A calendar month in UTC, such as 2026-11. */
export const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;
const KEPT_MONTHS = 13;
const TABLE = `create table if not exists usage (
  day text, key text, model text, answers integer, tokens integer, searches integer,
  primary key (day, key, model)) without rowid, strict`;
const ADD = `insert into usage values (?, ?, ?, 1, ?, ?) on conflict do update set
  answers = answers + 1, tokens = tokens + excluded.tokens, searches = searches + excluded.searches`;

/** The counts of answers for each key, model and day, in a file that several instances of a machine can share. */
export type Usage = {
  readonly observe: ObserveAnswer;
  /** The sums of a month, largest first; by day, in order. */
  sums(by: UsageBy, month: string): readonly UsageRow[];
  close(): void;
};

/**
 * Opens the file, or creates it. `onLost` is called when an answer could not be counted.
 * @throws Failure `misconfigured` if it cannot be used
 */
export function openUsage(file: string, onLost: (error: unknown) => void, now = () => new Date()): Usage {
  const database = openDatabase(file);
  const add = database.prepare(ADD);
  let prunedOn = '';

  function count(key: string, model: string, tokens: number, searches: number): void {
    const day = now().toISOString().slice(0, 10);
    try {
      if (day !== prunedOn) database.prepare('delete from usage where day < ?').run(firstKept(now()));
      prunedOn = day;
      add.run(day, key, model, Math.round(tokens), searches);
    } catch (error) {
      onLost(error);
    }
  }

  return {
    observe: ({ caller }) => {
      let [tokens, searches, model, isNew] = [0, 0, '', false];
      return {
        see(event) {
          if (event.type === 'search-end') searches++;
          if (event.type === 'answer-end') ({ model } = event.answer);
          if (event.type === 'gather-end') tokens = event.evidence.tokens;
          if (event.type === 'usage') ({ tokens } = event);
          if (event.type === 'gather-end' || event.type === 'usage') isNew = true;
        },
        // The searches of a cached answer were counted when it was made.
        end(failure) {
          if (failure === null || tokens > 0) count(caller.key ?? '', model, tokens, isNew ? searches : 0);
        },
      };
    },
    sums(by, month) {
      const rows = database
        .prepare(
          `select ${by} as name, sum(answers) as answers, sum(tokens) as tokens, sum(searches) as searches
           from usage where substr(day, 1, 7) = ? group by 1 order by ${by === 'day' ? '1' : '3 desc, 2 desc, 1'}`,
        )
        .all(month);
      return rows.map((row) => ({ ...row }) as UsageRow);
    },
    close: () => database.close(),
  };
}

function openDatabase(file: string): DatabaseSync {
  try {
    const database = new DatabaseSync(file, { timeout: 1000 });
    database.exec('pragma journal_mode = wal; pragma synchronous = normal');
    database.exec(TABLE);
    return database;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Failure('misconfigured', `USAGE_FILE: ${file} cannot be used (${why}).`);
  }
}

/** The first day that is kept. */
function firstKept(now: Date): string {
  const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - KEPT_MONTHS, 1);
  return new Date(first).toISOString().slice(0, 10);
}
