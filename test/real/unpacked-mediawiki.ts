import { execFile } from 'node:child_process';
import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeTempFolder } from './temp-folder.ts';

/** The second contains the PHP classes of the first. */
const PACKAGES = ['mediawiki', 'mediawiki-classes'];
const CODE = 'usr/share/mediawiki';
/** Links from the package to places outside it. */
const LINKS = ['LocalSettings.php', 'config', 'extensions', 'images'];
const run = promisify(execFile);

/**
 * Folder with the code of Debian's MediaWiki. It is not installed, because that would bring a web server and
 * a database: its packages are downloaded and unpacked into the temporary folder, once for every version.
 * @throws Error if apt does not know the package or cannot download it
 */
export async function unpackedMediawiki(): Promise<string> {
  const folder = join(tmpdir(), `sayso-mediawiki-${await packageVersion()}`);
  if (!(await isOurFolder(folder))) await unpack(folder);
  return join(folder, CODE);
}

async function packageVersion(): Promise<string> {
  const { stdout } = await run('apt-cache', ['show', '--no-all-versions', 'mediawiki']).catch((error) => {
    throw new Error('apt knows no mediawiki; `apt-get update` tells it', { cause: error });
  });
  return (/^Version: (\S+)$/m.exec(stdout)?.[1] ?? 'unknown').replaceAll(/[^\w.+-]/g, '_');
}

/** Code that somebody else has put there is not run. */
async function isOurFolder(path: string): Promise<boolean> {
  const entry = await lstat(path).catch(() => null);
  if (entry === null) return false;
  if (!entry.isDirectory() || entry.uid !== process.getuid?.()) throw new Error(`${path} is not ours`);
  return true;
}

async function unpack(folder: string): Promise<void> {
  await using work = await makeTempFolder();
  const root = join(work.path, 'root');
  await mkdir(root);
  await run('apt-get', ['-o', 'Acquire::Retries=3', 'download', ...PACKAGES], { cwd: work.path });
  const files = (await readdir(work.path)).filter((name) => name.endsWith('.deb'));
  for (const file of files) await run('dpkg', ['--extract', join(work.path, file), root]);
  for (const link of LINKS) await rm(join(root, CODE, link));
  await rename(root, folder).catch(async (error) => {
    // Another process was quicker.
    if (!(await isOurFolder(folder))) throw error;
  });
}
