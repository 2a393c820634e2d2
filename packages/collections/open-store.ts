import { openForWriting } from './sqlite-file.ts';
import { openSqliteStore } from './sqlite-store.ts';
import type { OpenStore } from './vectors.ts';

/** Whether the place of an index is an address of PostgreSQL rather than a file. */
export function isPostgres(place: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(place);
}

/**
 * Opens the index at a place: a file, or a PostgreSQL. It is made if it is new.
 * @throws CollectionProblem in words if it cannot be used
 */
export async function openStore(place: string): Promise<OpenStore> {
  if (!isPostgres(place)) return openSqliteStore(openForWriting(place, 'live'));
  // Most have no PostgreSQL.
  const { openPostgresStore } = await import('./postgres-store.ts');
  return await openPostgresStore(place);
}
