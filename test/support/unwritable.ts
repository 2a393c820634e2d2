import { existsSync, openSync } from 'node:fs';

const FULL_DISK = '/dev/full';

/**
 * A file descriptor whose writes fail: that of a full disk, or on a system without one, that of a file which
 * is only open for reading.
 */
export function openUnwritable(): number {
  return existsSync(FULL_DISK) ? openSync(FULL_DISK, 'w') : openSync(process.execPath, 'r');
}
