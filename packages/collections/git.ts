import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { glob, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { placeOf, type SourceSettings } from './sources-file.ts';
import { CollectionProblem } from './store.ts';

type Repository = Extract<SourceSettings, { git: string }>;

const run = promisify(execFile);
const TIMEOUT_MS = 600_000;
const MAX_OUTPUT_BYTES = 1_000_000;
/**
 * Nothing asks for a password, no hook, filter or link of the repository is followed, and no program but those of git
 * moves data.
 */
const SAFE = [
  ...['core.askPass=true', 'core.hooksPath=/dev/null', 'core.symlinks=false', 'protocol.ext.allow=never'],
  ...['filter.lfs.smudge=', 'filter.lfs.required=false'],
].flatMap((setting) => ['-c', setting]);

/**
 * Brings a copy of a repository up to date, below `folder`, and returns where it is.
 * @throws CollectionProblem in words if git cannot do it; rejects as the signal does
 */
export async function updateCopy(
  { git: from, branch }: Repository,
  folder: string,
  signal: AbortSignal,
): Promise<string> {
  if (from.startsWith('-')) throw new CollectionProblem(`"${from}" is no repository`);
  const name = createHash('sha256')
    .update(JSON.stringify([from, branch]))
    .digest('hex')
    .slice(0, 16);
  const copy = join(folder, name);
  await mkdir(folder, { recursive: true });
  const isThere = await stat(copy).catch(() => null);
  const git = async (...args: string[]) => {
    const limits = { signal, timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT_BYTES };
    try {
      await run('git', [...SAFE, ...args], limits);
    } catch (error) {
      signal.throwIfAborted();
      const said = wordsOf(error).replaceAll(/\/\/[^/@\s]{1,300}@/g, '//');
      throw new CollectionProblem(`git cannot read ${placeOf({ git: from })}: ${said}`);
    }
  };
  if (isThere === null) {
    // A copy that is not whole has another name.
    const begun = `${copy}.new`;
    await rm(begun, { recursive: true, force: true });
    const of = branch === undefined ? [] : ['--branch', branch];
    await git('clone', '--quiet', '--depth', '1', ...of, '--', from, begun);
    await rename(begun, copy);
  } else {
    // Nobody else uses the copy: a lock is of a process that was killed.
    const own = join(copy, '.git');
    for await (const lock of glob('**/*.lock', { cwd: own })) await rm(join(own, lock));
    await git('-C', copy, 'fetch', '--quiet', '--depth', '1', '--', 'origin', branch ?? 'HEAD');
    await git('-C', copy, 'reset', '--quiet', '--hard', 'FETCH_HEAD');
    await git('-C', copy, 'clean', '--quiet', '-dfx');
  }
  return copy;
}

/** What git wrote before its advice, or that there is no git. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  if ('code' in error && error.code === 'ENOENT') return 'the program git is not installed';
  const written = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr.trim() : '';
  const [words = ''] = written.split(/\n\s*\n/, 1);
  return (words.replaceAll('\n', ' ') || error.message).slice(0, 300);
}
