import { randomUUID } from 'node:crypto';
import { open, readFile, realpath, rename, rm } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { type Environment, loadSettings } from '../../config/load.ts';
import { errorCode, Failure, whyUnreadable } from '../../core/failure.ts';
import type { Changes } from './choice.ts';

/** The file that every command reads, in the working directory. */
export const ENV_FILE = '.env';

/** Only the owner may read the file, because it contains keys. */
const OWNER_ONLY = 0o600;

/**
 * The text of the file; empty if there is none.
 * @throws Failure `misconfigured` if it cannot be read
 */
export async function readEnvText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return '';
    throw new Failure('misconfigured', `${path} ${whyUnreadable(error)}.`);
  }
}

/**
 * Replaces the file as a whole, readable for its owner only; a link stays a link. If it cannot be written, it
 * stays as it was.
 * @throws Failure `misconfigured` with the reason
 */
export async function writeEnvText(path: string, text: string): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const draft = `${target}.${randomUUID()}.tmp`;
  try {
    await using file = await open(draft, 'wx', OWNER_ONLY);
    await file.writeFile(text);
    await file.sync();
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw new Failure(
      'misconfigured',
      `${path} cannot be written (${errorCode(error)}). Nothing was changed. Run setup ` +
        'in a folder that you may write to, on a disk that is not full.',
    );
  }
}

/** A new `.env` that the operator has not agreed to yet. */
export type ProposedEnv = {
  readonly text: string;
  /** The lines that are removed (`- `) and added (`+ `), without keys; empty if nothing changes. */
  readonly lines: readonly string[];
  /** The names of the changed settings for which the environment takes precedence over the file. */
  readonly overridden: readonly string[];
};

const SECRET = /_KEYS?$/;

/**
 * Changes the text of `.env`, and makes sure that the service can start with it.
 * @param environment of the process, with the settings of the file
 * @throws Failure `misconfigured` if it could not, or if the file cannot hold the changes
 */
export function proposeEnv(environment: Environment, before: string, changes: Changes): ProposedEnv {
  const { text, differences } = editEnv(before, changes);
  const values = parseEnv(before);
  const overriding = Object.entries(environment).filter(([name, value]) => value !== values[name]);
  loadSettings({ ...parseEnv(text), ...Object.fromEntries(overriding) });
  return {
    text,
    lines: differences.map(({ sign, name, line }) => `${sign} ${SECRET.test(name) ? `${name}=…` : line}`),
    overridden: overriding.map(([name]) => name).filter((name) => Object.hasOwn(changes, name)),
  };
}

/** A removed or added line. */
type LineChange = { readonly sign: '-' | '+'; readonly name: string; readonly line: string };

/** A setting with its lines, or lines without one; `name` is null for a comment or an empty line. */
type Entry = { readonly name: string | null; readonly raw: string };

const ASSIGNMENT = /^[ \t]*(?:export[ \t]{1,99})?([\w.-]{1,200})[ \t]*=[ \t]*(["'`])?/;

/**
 * Changes settings in the text of a `.env` file. All other lines stay as they are, byte for byte, and so does
 * a line whose value is already right. Returns the new text, and the lines that differ in their order.
 * @throws Failure `misconfigured` if a value cannot be written, or another setting would change
 */
export function editEnv(before: string, changes: Changes) {
  const values = parseEnv(before);
  const pending = new Map(
    Object.entries(changes).filter(([name, value]) => values[name] !== (value ?? undefined)),
  );
  const lineEnd = before.includes('\r\n') ? '\r\n' : '\n';
  const differences: LineChange[] = [];
  const pieces: string[] = [];
  const add = (name: string, value: string) => {
    const line = `${name}=${quoted(name, value)}`;
    differences.push({ sign: '+', name, line });
    pieces.push(`${line}${lineEnd}`);
  };
  const written = new Set<string>();
  for (const { name, raw } of entriesOf(before)) {
    if (name === null || !pending.has(name)) {
      pieces.push(raw);
      continue;
    }
    differences.push({ sign: '-', name, line: raw.trimEnd() });
    const value = pending.get(name);
    if (value !== null && value !== undefined && !written.has(name)) add(name, value);
    written.add(name);
  }
  const added = [...pending].filter(([name, value]) => value !== null && !written.has(name));
  const last = pieces.at(-1);
  if (added.length > 0 && last !== undefined && !last.endsWith('\n')) pieces.push(lineEnd);
  for (const [name, value] of added) add(name, value ?? '');
  const text = pieces.join('');
  refuseSideEffects(values, changes, text);
  return { text, differences };
}

/** The entries of the text; a quoted value may take several lines. Joined, they are the text again. */
function entriesOf(text: string): readonly Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at < text.length; ) {
    const lineEnd = endOfLine(text, at);
    const [start = '', name, quote] = ASSIGNMENT.exec(text.slice(at, lineEnd)) ?? [];
    const close = quote === undefined ? -1 : text.indexOf(quote, at + start.length);
    const end = close < 0 ? lineEnd : endOfLine(text, close);
    entries.push({ name: name ?? null, raw: text.slice(at, end) });
    at = end;
  }
  return entries;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}

/** The value as Node reads it from a `.env` file, which knows no escapes for quotation marks. */
function quoted(name: string, value: string): string {
  const forms = [value, `'${value}'`, `"${value}"`, `\`${value}\``];
  const form = forms.find((each) => {
    const read = parseEnv(`A=${each}\nB=b\n`);
    return read.A === value && read.B === 'b';
  });
  if (form === undefined || /[\r\n]/.test(value))
    throw new Failure('misconfigured', `${name}: a .env file cannot hold this value; put it into a file.`);
  return form;
}

/** Makes sure that the new text means what it should, whatever unusual lines the file has. */
function refuseSideEffects(before: NodeJS.Dict<string>, changes: Changes, text: string): void {
  const after = parseEnv(text);
  const expected: NodeJS.Dict<string> = { ...before };
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete expected[name];
    else expected[name] = value;
  }
  for (const name of new Set([...Object.keys(expected), ...Object.keys(after)]))
    if (expected[name] !== after[name])
      throw new Failure('misconfigured', `.env cannot be changed safely at ${name}; change it by hand.`);
}
