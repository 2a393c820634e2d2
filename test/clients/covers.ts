import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

/** The file in which successful calls are recorded, for the table in the documentation. */
export const RESULTS = new URL('node_modules/.results/', import.meta.url);

/** A call of a client that a test made successfully. */
export type Covered = { readonly client: string; readonly version: string; readonly call: string };

/** A test of one call of an unmodified client from npm; a successful call is recorded. */
export function covers(client: string, call: string, run: () => Promise<void>): void {
  test(`${client}: ${call}`, async () => {
    await run();
    const found: Covered = { client, version: versionOf(client), call };
    mkdirSync(RESULTS, { recursive: true });
    appendFileSync(new URL(`${process.pid}.jsonl`, RESULTS), `${JSON.stringify(found)}\n`);
  });
}

function versionOf(client: string): string {
  const path = new URL(`node_modules/${client}/package.json`, import.meta.url);
  const { version }: { version: string } = JSON.parse(readFileSync(path, 'utf8'));
  return version;
}
