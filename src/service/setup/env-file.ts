import { randomUUID } from 'node:crypto';
import { open, readFile, realpath, rename, rm } from 'node:fs/promises';
import { errorCode, Failure, whyUnreadable } from '../../core/failure.ts';

/** The file that every command reads, in the working directory. */
export const ENV_FILE = '.env';

/** Only the owner may read the file, because it contains keys. */
const OWNER_ONLY = 0o600;

/**
 * The text of the file; empty if there is none.
 * @throws Failure `misconfigured` if it cannot be read
 */
export async function readEnvText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return '';
    throw new Failure('misconfigured', `${path} ${whyUnreadable(error)}.`);
  }
}

/**
 * Replaces the file as a whole, readable for its owner only; a link stays a link. If it cannot be written, it
 * stays as it was.
 * @throws Failure `misconfigured` with the reason
 */
export async function writeEnvText(path: string, text: string): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const draft = `${target}.${randomUUID()}.tmp`;
  try {
    await using file = await open(draft, 'wx', OWNER_ONLY);
    await file.writeFile(text);
    await file.sync();
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw new Failure(
      'misconfigured',
      `${path} cannot be written (${errorCode(error)}). Nothing was changed. Run setup ` +
        'in a folder that you may write to, on a disk that is not full.',
    );
  }
}
