import { openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seccompFilter } from './seccomp-filter.ts';
import { settingsOf } from './unit-settings.ts';

/** A command and the files it inherits in addition to its standard ones. */
type Sandboxed = {
  readonly file: string;
  readonly args: readonly string[];
  /** File descriptor 3 of the command; close it with `closeSync` when the command has started. */
  readonly filter: number;
};

/** Mounts that hide what `ProtectHome=yes`, `PrivateTmp=yes` and `PrivateDevices=yes` hide. */
const HIDDEN = [
  '--tmpfs',
  '/home',
  '--tmpfs',
  '/root',
  '--tmpfs',
  '/tmp',
  '--dev',
  '/dev',
  '--proc',
  '/proc',
];
const NOBODY = ['--unshare-user', '--uid', '65534', '--gid', '65534', '--cap-drop', 'ALL'];

/**
 * The command that runs a unit's `ExecStart` under the unit's restrictions without systemd: an unprivileged
 * user without capabilities, a read-only file system with `checkout` mounted at `/opt/sayso`, and the seccomp
 * filter. Debian's bubblewrap does this; the filter's file is written to `folder`.
 */
export function asSystemdRunsIt(unit: string, checkout: string, folder: string): Sandboxed {
  const path = join(folder, 'filter');
  writeFileSync(path, seccompFilter(unit));
  const [start = ''] = settingsOf(unit, 'ExecStart');
  const [workingDirectory = ''] = settingsOf(unit, 'WorkingDirectory');
  const root = ['--ro-bind', '/', '/', ...HIDDEN, '--tmpfs', '/opt', '--ro-bind', checkout, '/opt/sayso'];
  const end = ['--chdir', workingDirectory, '--die-with-parent', '--new-session', '--seccomp', '3', '--'];
  return {
    file: 'bwrap',
    args: [...root, ...NOBODY, ...end, ...start.split(' ')],
    filter: openSync(path, 'r'),
  };
}
