import { DatabaseSync } from 'node:sqlite';
import { amountIn } from '../core/events.ts';
import { Failure } from '../core/failure.ts';
import type { Caller, ObserveAnswer } from '../core/run.ts';
import type { Amount } from '../core/usage.ts';

/** What usage is summed up by. */
export const USAGE_BY = ['key', 'user', 'model', 'day'] as const;
export type UsageBy = (typeof USAGE_BY)[number];

/** One sum. Never more than counts: no question, no answer, no address. */
export type UsageRow = {
  readonly name: string;
  readonly answers: number;
  readonly tokens: number;
  readonly searches: number;
  /** In the currency of `KEYS_FILE`, to a millionth. */
  readonly cost: number;
};

/** A calendar month, such as 2026-11. */
export const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;
const KEPT_MONTHS = 13;
const TABLE = `create table if not exists used (
  day text, key text, user text, model text, answers integer, tokens integer, searches integer, millionths integer,
  primary key (day, key, user, model)) without rowid, strict`;
const ADD = `insert into used values (?, ?, ?, ?, 1, ?, ?, ?) on conflict do update set answers = answers + 1,
  tokens = tokens + excluded.tokens, searches = searches + excluded.searches,
  millionths = millionths + excluded.millionths`;
const USED = `select sum(tokens) as tokens, sum(millionths) as millionths from used
  where key = ? and (? is null or user = ?) and substr(day, 1, length(?)) = ?`;
const MILLION = 1_000_000;

/** The counts of answers for each key, user, model and day, in a file that instances of a machine can share. */
export type Usage = {
  readonly observe: ObserveAnswer;
  /** What a key, or one user of it, used in a day or month such as 2026-11. */
  used(owner: { readonly key: string; readonly user?: string }, period: string): Amount;
  /** The sums of a month, largest first; by day, in order. */
  sums(by: UsageBy, month: string): readonly UsageRow[];
  close(): void;
};

/**
 * Opens the file, or creates it. `onLost` is called when an answer could not be counted. `today` is the day that
 * is counted, such as 2026-11-29; that of UTC if absent.
 * @throws Failure `misconfigured` if it cannot be used
 */
export function openUsage(
  file: string,
  onLost: (error: unknown) => void,
  today: () => string | undefined = () => undefined,
): Usage {
  const database = openDatabase(file);
  const add = database.prepare(ADD);
  let prunedOn = '';

  function count({ key = '', user = '' }: Caller, model: string, searches: number, amount: Amount): void {
    const day = today() ?? new Date().toISOString().slice(0, 10);
    try {
      if (day !== prunedOn) database.prepare('delete from used where day < ?').run(firstKept(day));
      prunedOn = day;
      const { tokens, cost } = amount;
      add.run(day, key, user, model, Math.round(tokens), searches, Math.round(cost * MILLION));
    } catch (error) {
      onLost(error);
    }
  }

  return {
    observe: ({ caller }) => {
      let [searches, model] = [0, ''];
      let amount: Amount | null = null;
      return {
        see(event) {
          if (event.type === 'search-end') searches++;
          if (event.type === 'answer-end') ({ model } = event.answer);
          amount = amountIn(event) ?? amount;
        },
        // The searches of a cached answer were counted when it was made.
        end(failure) {
          if (failure === null || (amount?.tokens ?? 0) > 0)
            count(caller, model, amount === null ? 0 : searches, amount ?? { tokens: 0, cost: 0 });
        },
      };
    },
    sums(by, month) {
      const rows = database
        .prepare(
          `select ${by} as name, sum(answers) as answers, sum(tokens) as tokens, sum(searches) as searches,
             sum(millionths) / ${MILLION}.0 as cost
           from used where substr(day, 1, 7) = ? group by 1 order by ${by === 'day' ? '1' : '3 desc, 2 desc, 1'}`,
        )
        .all(month);
      return rows.map((row) => ({ ...row }) as UsageRow);
    },
    used({ key, user = null }, period) {
      const row = database.prepare(USED).get(key, user, user, period, period);
      return { tokens: Number(row?.tokens ?? 0), cost: Number(row?.millionths ?? 0) / MILLION };
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

/** The first day that is kept on a day. */
function firstKept(day: string): string {
  const first = new Date(`${day.slice(0, 7)}-01`);
  first.setUTCMonth(first.getUTCMonth() - KEPT_MONTHS);
  return first.toISOString().slice(0, 10);
}
