import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { platform } from 'node:process';

const MS_PER_SECOND = 1000;
const NS_PER_MS = 1e6;
const KIB_PER_MIB = 1024;
let ticksPerSecond: number | undefined;

/**
 * CPU time that a process has used so far with all its threads, user and system, in milliseconds; null on
 * systems other than Linux.
 */
export function cpuMs(pid: number): number | null {
  if (platform !== 'linux') return null;
  ticksPerSecond ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may contain spaces; utime and stime are fields 14 and 15 of proc_pid_stat(5), and
  // the field after the parentheses is number 3.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * MS_PER_SECOND) / ticksPerSecond;
}

/**
 * The time that the main thread of a process was ready but waited for a core, in milliseconds
 * (sched-stats.rst of the Linux kernel); 0 on systems that do not tell.
 */
export function coreWaitMs(pid: number): number {
  try {
    const [, waitedNs] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    return Number(waitedNs) / NS_PER_MS;
  } catch {
    return 0;
  }
}

/** Memory of a process that is in RAM, in MiB; null on systems other than Linux. */
export function residentMib(pid: number): number | null {
  if (platform !== 'linux') return null;
  const kib = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kib) / KIB_PER_MIB;
}
