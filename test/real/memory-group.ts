import { existsSync } from 'node:fs';
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A control group of Linux with a memory limit. Dispose it when all of its processes have ended. */
type MemoryGroup = AsyncDisposable & {
  /** A process that writes its id here belongs to the group. */
  readonly processesFile: string;
  /** The most memory that the group used at once, in bytes; file caches count. */
  peakBytes(): Promise<number>;
  /** How many of its processes the kernel has killed for want of memory. */
  kills(): Promise<number>;
};

/** The files of a version of control groups. */
type Files = {
  readonly parent: string;
  readonly limit: string;
  readonly peak: string;
  /** The file with a line `oom_kill NUMBER`. */
  readonly events: string;
};

const V1: Files = {
  parent: '/sys/fs/cgroup/memory',
  limit: 'memory.limit_in_bytes',
  peak: 'memory.max_usage_in_bytes',
  events: 'memory.oom_control',
};
const V2: Files = {
  parent: '/sys/fs/cgroup',
  limit: 'memory.max',
  peak: 'memory.peak',
  events: 'memory.events',
};

/**
 * Makes a group whose processes may use `maxBytes` of memory together, and no swap. Needs root.
 * @throws Error if the kernel has no control group for memory
 */
export async function makeMemoryGroup(maxBytes: number): Promise<MemoryGroup> {
  const files = existsSync(join(V1.parent, V1.limit)) ? V1 : V2;
  if (files === V2) await writeFile(join(V2.parent, 'cgroup.subtree_control'), '+memory');
  const path = join(files.parent, `sayso-${process.pid}`);
  await mkdir(path);
  const read = (name: string) => readFile(join(path, name), 'utf8');
  await writeFile(join(path, files.limit), String(maxBytes));
  if (files === V2) await writeFile(join(path, 'memory.swap.max'), '0').catch(() => undefined);
  return {
    processesFile: join(path, 'cgroup.procs'),
    peakBytes: async () => Number(await read(files.peak)),
    kills: async () => Number(/^oom_kill (\d+)$/m.exec(await read(files.events))?.[1]),
    [Symbol.asyncDispose]: () => rmdir(path),
  };
}
