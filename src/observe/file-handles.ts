import { readdirSync, readFileSync } from 'node:fs';

/** File handles of this process, including sockets: how many are open, and the limit. */
export type FileHandles = { readonly open: number; readonly limit: number };

/**
 * The numbers that Linux reports (proc_pid_fd(5), proc_pid_limits(5)); null on other systems. A limit of
 * "unlimited" is infinite.
 */
export function fileHandles(): FileHandles | null {
  try {
    // Reading the list itself takes one file handle.
    const open = readdirSync('/proc/self/fd').length - 1;
    const soft = /^Max open files +(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    const limit = Number(soft);
    return { open, limit: Number.isNaN(limit) ? Number.POSITIVE_INFINITY : limit };
  } catch {
    return null;
  }
}
