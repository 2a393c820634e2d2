import { openForReading, openForWriting } from './sqlite-file.ts';
import { openSqliteStore } from './sqlite-store.ts';
import type { OpenStore } from './vectors.ts';

/** Whether the place of an index is an address of PostgreSQL rather than a file. */
export function isPostgres(place: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(place);
}

/** `live` reads and writes; `read` takes a file as it is, perhaps from a disk that is read-only. */
export type StoreUse = 'live' | 'read';

/**
 * Opens the index at a place: a file, or a PostgreSQL. It is made if it is new.
 * @throws CollectionProblem in words if it cannot be used
 */
export async function openStore(place: string, use: StoreUse = 'live'): Promise<OpenStore> {
  if (use === 'read') return openSqliteStore(openForReading(place));
  if (!isPostgres(place)) return openSqliteStore(openForWriting(place, 'live'));
  // Most have no PostgreSQL.
  const { openPostgresStore } = await import('./postgres-store.ts');
  return await openPostgresStore(place);
}
