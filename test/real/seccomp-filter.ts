import { spawnSync } from 'node:child_process';
import { settingsOf } from './unit-settings.ts';

/**
 * Operations of the kernel's packet filter (linux/filter.h) and return values of a seccomp filter
 * (linux/seccomp.h).
 */
const LOAD_WORD = 0x20;
const JUMP_IF_EQUAL = 0x15;
const RETURN = 0x06;
const ALLOW = 0x7fff_0000;
const FAIL_WITH = 0x0005_0000;
const EPERM = 1;
const EAFNOSUPPORT = 97;
/** Offsets in the filter's input: the number of the system call and the low half of its first argument. */
const CALL = 0;
const FIRST_ARGUMENT = 16;

const FAMILIES: Readonly<Record<string, number>> = { AF_UNIX: 1, AF_INET: 2, AF_INET6: 10, AF_NETLINK: 16 };

/**
 * The seccomp filter that systemd derives from a unit's `SystemCallFilter` and `RestrictAddressFamilies`, as
 * the kernel loads it: other system calls fail with EPERM, sockets of other families with EAFNOSUPPORT.
 * @throws Error if systemd or libseccomp does not know a name
 */
export function seccompFilter(unit: string): Buffer {
  const families = settingsOf(unit, 'RestrictAddressFamilies').join(' ').split(' ');
  const socket = numberOf('socket');
  const program = [
    step(LOAD_WORD, CALL),
    step(JUMP_IF_EQUAL, socket, families.length * 2 + 2),
    step(LOAD_WORD, FIRST_ARGUMENT),
    ...families.flatMap((family) => allowIf(familyNumber(family))),
    step(RETURN, FAIL_WITH | EAFNOSUPPORT),
    ...allowedCalls(unit).flatMap(allowIf),
    step(RETURN, FAIL_WITH | EPERM),
  ];
  return Buffer.concat(program);
}

/** Numbers of the system calls that the unit allows, on this processor. */
function allowedCalls(unit: string): readonly number[] {
  const allowed = new Set<string>(['@default', 'execve'].flatMap(namesIn));
  for (const setting of settingsOf(unit, 'SystemCallFilter')) {
    const refused = setting.startsWith('~');
    for (const name of setting.replace('~', '').split(' ').flatMap(namesIn)) {
      if (refused) allowed.delete(name);
      else allowed.add(name);
    }
  }
  // Sockets are checked by their family first.
  allowed.delete('socket');
  return [...allowed].map(numberOf).filter((number) => number >= 0);
}

function namesIn(entry: string): readonly string[] {
  if (!entry.startsWith('@')) return [entry];
  const lines = run('systemd-analyze', 'syscall-filter', entry).split('\n').slice(1);
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap(namesIn);
}

/** The number of a system call; negative if this processor has none with that name. */
function numberOf(name: string): number {
  return Number(run('scmp_sys_resolver', name));
}

function familyNumber(name: string): number {
  const number = FAMILIES[name];
  if (number === undefined) throw new Error(`the number of ${name} is not known here`);
  return number;
}

function allowIf(value: number): readonly Buffer[] {
  return [step(JUMP_IF_EQUAL, value, 1), step(RETURN, ALLOW)];
}

/** One instruction: its code, its operand and, for a comparison that fails, how many instructions to skip. */
function step(code: number, operand: number, skipIfNot = 0): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(skipIfNot, 3);
  bytes.writeUInt32LE(operand >>> 0, 4);
  return bytes;
}

function run(program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr}`);
  return stdout.trim();
}
