import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Facts } from './facts.ts';

/** The file in which successful calls are recorded, for the table in the documentation. */
export const RESULTS = new URL('node_modules/.results/', import.meta.url);

/** A call of a client that a test made successfully. */
export type Covered = {
  readonly client: string;
  readonly version: string;
  readonly call: string;
  /** True if the program was not run: its requests were replayed from a file of facts. */
  readonly isReplayed?: true;
};

/** A test of one call of an unmodified client from npm; a successful call is recorded. */
export function covers(client: string, call: string, run: () => Promise<void>): void {
  test(`${client}: ${call}`, async () => {
    await run();
    record({ client, version: versionOf(client), call });
  });
}

/** A test of one call of a program that npm does not have, replayed from its facts; recorded likewise. */
export function replays({ program, version }: Facts, call: string, run: () => Promise<void>): void {
  test(`${program}: ${call}`, async () => {
    await run();
    record({ client: program, version, call, isReplayed: true });
  });
}

function record(found: Covered): void {
  mkdirSync(RESULTS, { recursive: true });
  appendFileSync(new URL(`${process.pid}.jsonl`, RESULTS), `${JSON.stringify(found)}\n`);
}

function versionOf(client: string): string {
  const path = new URL(`node_modules/${client}/package.json`, import.meta.url);
  const { version }: { version: string } = JSON.parse(readFileSync(path, 'utf8'));
  return version;
}
