import type { DatabaseSync } from 'node:sqlite';

/** The state of a file when it was last read, and the result. */
export type KnownFile = {
  readonly path: string;
  readonly bytes: number;
  readonly modifiedMs: number;
  /** SHA-256 of its content. */
  readonly hash: Uint8Array;
  /** The id of its document; null if it was refused. */
  readonly document: number | null;
  /** Why it was refused; null if it was not. */
  readonly refusal: string | null;
  /** The text that was left out of its document; null if the file was read completely. */
  readonly remark: string | null;
};

/** The index's record of the files from which it was made. */
export type KnownFiles = {
  find(path: string): KnownFile | null;
  keep(file: KnownFile): void;
  forget(path: string): void;
  /** All files, ordered by path. */
  all(): KnownFile[];
  /** What the documents depend on besides files, as text; null for an index not made from files. */
  origin(): string | null;
  setOrigin(settings: string): void;
};

/** The files of an open collection. */
export function createKnownFiles(database: DatabaseSync): KnownFiles {
  const columns = 'path, bytes, modified_ms as modifiedMs, hash, document, refusal, remark';
  const byPath = database.prepare(`select ${columns} from files where path = ?`);
  const every = database.prepare(`select ${columns} from files order by path`);
  const put = database.prepare('insert or replace into files values (?, ?, ?, ?, ?, ?, ?)');
  const remove = database.prepare('delete from files where path = ?');
  return {
    find: (path) => (byPath.get(path) as KnownFile | undefined) ?? null,
    keep: ({ path, bytes, modifiedMs, hash, document, refusal, remark }) =>
      void put.run(path, bytes, modifiedMs, hash, document, refusal, remark),
    forget: (path) => void remove.run(path),
    all: () => every.all() as KnownFile[],
    origin: () => (database.prepare('select settings from origin').get()?.settings as string) ?? null,
    setOrigin(settings) {
      database.exec('delete from origin');
      database.prepare('insert into origin values (?)').run(settings);
    },
  };
}
