import { readdirSync, readFileSync } from 'node:fs';

/** File handles of this process, sockets among them: how many are open and how many there may be. */
export type FileHandles = { readonly open: number; readonly limit: number };

/** What Linux tells of them (proc_pid_fd(5), proc_pid_limits(5)); null elsewhere. A limit of "unlimited" is infinite. */
export function fileHandles(): FileHandles | null {
  try {
    // The list itself takes one while it is read.
    const open = readdirSync('/proc/self/fd').length - 1;
    const soft = /^Max open files +(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    const limit = Number(soft);
    return { open, limit: Number.isNaN(limit) ? Number.POSITIVE_INFINITY : limit };
  } catch {
    return null;
  }
}
