import { accessSync, constants, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { DemoFolders } from './demo-index.ts';

/**
 * The folders of a checkout, or those of an installed package, which brings READMEs of its own. If its own
 * folder is not writable, the index is the user's.
 * @param folder the root of the project
 */
export function demoFolders(folder: string): DemoFolders {
  const bundled = join(folder, 'dist', 'readmes.jsonl.br');
  return {
    readmes: existsSync(bundled) ? bundled : join(folder, 'node_modules'),
    index: isWritable(folder) ? join(folder, 'dist') : join(homedir(), '.cache', 'sayso'),
  };
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
