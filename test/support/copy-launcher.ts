import { chmod, cp, mkdir, mkdtempDisposable, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Makes Node report version 20 before any of its scripts runs. */
const OLD =
  `data:text/javascript,Object.defineProperty(process, 'versions', { value: { ...process.versions, node: ` +
  `'20.20.2' } })`;

/** Arguments with which Node reports an older version; a Node that it starts does not. */
export const asOlderNode: readonly string[] = ['--import', OLD];

/** A checkout that contains only the launcher, whose installed Node can be any program. */
type LauncherCopy = AsyncDisposable & {
  readonly folder: string;
  /** A program that reports Node 20, like the one that may run npm. */
  readonly olderNode: string;
};

/**
 * Copies `bin/` into a folder where the installed Node is the shell script `installedNode`, or the real one.
 */
export async function copyLauncher(installedNode?: string): Promise<LauncherCopy> {
  const home = await mkdtempDisposable(join(tmpdir(), 'sayso-launcher-'));
  const commands = join(home.path, 'node_modules', '.bin');
  const olderNode = join(home.path, 'older-node');
  await cp(join(root, 'bin'), join(home.path, 'bin'), { recursive: true });
  await writeFile(join(home.path, 'package.json'), '{ "type": "module" }');
  await mkdir(commands, { recursive: true });
  if (installedNode === undefined) await symlink(process.execPath, join(commands, 'node'));
  else await writeProgram(join(commands, 'node'), installedNode);
  await writeProgram(olderNode, `exec '${process.execPath}' --import "${OLD}" "$@"`);
  return { folder: home.path, olderNode, [Symbol.asyncDispose]: () => home[Symbol.asyncDispose]() };
}

async function writeProgram(path: string, script: string): Promise<void> {
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
}
