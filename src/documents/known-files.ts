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
export type KnownFiles = ReturnType<typeof createKnownFiles>;

/** The files of an open collection. */
export function createKnownFiles(database: DatabaseSync) {
  const columns = 'path, bytes, modified_ms as modifiedMs, hash, document, refusal, remark';
  const byPath = database.prepare(`select ${columns} from files where path = ?`);
  const every = database.prepare(`select ${columns} from files order by path`);
  const put = database.prepare('insert or replace into files values (?, ?, ?, ?, ?, ?, ?)');
  const remove = database.prepare('delete from files where path = ?');
  return {
    find: (path: string) => (byPath.get(path) as KnownFile | undefined) ?? null,
    keep: ({ path, bytes, modifiedMs, hash, document, refusal, remark }: KnownFile) =>
      void put.run(path, bytes, modifiedMs, hash, document, refusal, remark),
    forget: (path: string) => void remove.run(path),
    /** All files, ordered by path. */
    all: () => every.all() as KnownFile[],
    /** What the documents depend on besides files, as text; null for an index not made from files. */
    origin: () =>
      (database.prepare('select settings from origin').get()?.settings as string | undefined) ?? null,
    setOrigin(settings: string) {
      database.exec('delete from origin');
      database.prepare('insert into origin values (?)').run(settings);
    },
  };
}
