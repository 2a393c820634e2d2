import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { type Document, parseDocument } from 'yaml';
import { errorCode, Failure, whyUnreadable } from '../core/failure.ts';
import { hashOf, keysSchema, type NamedKey, parseKeyFile } from '../keys/key-file.ts';
import { parseOptions, wrongUsage } from './help.ts';
import { table } from './table.ts';

const USAGE =
  'sayso keys list|add NAME|rotate NAME|revoke NAME|schema [--group G] [--tokens-per-day N] [--cost-per-month X] [--requests-per-minute N] [--expires DATE]';
/** Only the owner may read a new file, although it has no secrets. */
const OWNER_ONLY = 0o600;
const SECRET_BYTES = 32;

/** What the command needs of the program. */
type KeysParts = {
  readonly args: readonly string[];
  /** `KEYS_FILE`. */
  readonly file: string | null;
  print(text: string): void;
  /** Prints for the person only, so that the output is the secret alone. */
  remark(text: string): void;
};

/**
 * `sayso keys`: lists the keys of the file, adds one, gives one a new secret, or removes one.
 * @throws Failure with the usage, or with the mistake in the file
 */
export async function keysCommand({ args, file, print, remark }: KeysParts): Promise<number> {
  const { values, positionals } = parseOptions(args, USAGE, {
    group: { type: 'string' },
    'tokens-per-day': { type: 'string' },
    'cost-per-month': { type: 'string' },
    'requests-per-minute': { type: 'string' },
    expires: { type: 'string' },
  });
  const [action = '', name = '', ...more] = positionals;
  if (action === 'schema' && name === '') {
    print(JSON.stringify(keysSchema(), null, 2));
    return 0;
  }
  const isKnown = ['list', 'add', 'rotate', 'revoke'].includes(action);
  if (!isKnown || more.length > 0 || (action === 'list') !== (name === '')) throw wrongUsage(USAGE);
  if (action !== 'add' && Object.keys(values).length > 0)
    throw wrongUsage(USAGE, new Error('The options belong to add.'));
  if (file === null)
    throw new Failure('misconfigured', 'Set KEYS_FILE to the file of the keys, such as KEYS_FILE=keys.yml.');
  const text = await readText(file, action === 'add');
  const known = keysIn(text, file);
  if (action === 'list') {
    print(known.length === 0 ? `${file} has no keys.` : listOf(known));
    return 0;
  }
  if (known.some((key) => key.name === name) !== (action !== 'add'))
    throw new Failure('invalid-question', `There is ${action === 'add' ? 'already a' : 'no'} key "${name}".`);
  const document = parseDocument(text.trim() === '' ? 'keys: {}\n' : text);
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const sha256 = hashOf(secret);
  if (action === 'revoke') document.deleteIn(['keys', name]);
  else if (action === 'rotate') document.setIn(['keys', name, 'sha256'], sha256);
  else addKey(document, name, { sha256, ...limitsOf(values) });
  const changed = document.toString();
  keysIn(changed, file);
  // Written in place: the file keeps its owner, its mode and its mount, and a service ignores half a file.
  await writeFile(file, changed, { mode: OWNER_ONLY }).catch((error: unknown) => {
    throw new Failure('misconfigured', `${file} cannot be written (${errorCode(error)}).`);
  });
  if (action !== 'revoke') print(secret);
  remark(
    action === 'revoke'
      ? `The key "${name}" is no longer valid.`
      : `This is the secret of "${name}"; it is not shown again. ${action === 'rotate' ? 'The former one is no longer valid.' : ''}`.trimEnd(),
  );
  return 0;
}

async function readText(file: string, mayBeMissing: boolean): Promise<string> {
  return await readFile(file, 'utf8').catch((error: unknown) => {
    if (mayBeMissing && errorCode(error) === 'ENOENT') return '';
    throw new Failure('misconfigured', `${file} ${whyUnreadable(error)}.`);
  });
}

function keysIn(text: string, file: string): readonly NamedKey[] {
  try {
    return parseKeyFile(text).keys;
  } catch (error) {
    throw error instanceof Failure ? new Failure('misconfigured', `${file}: ${error.message}.`) : error;
  }
}

/** Adds a key in lines of its own. */
function addKey(document: Document, name: string, key: object): void {
  const isMap = (path: readonly string[]) => typeof document.getIn(path) === 'object';
  if (!isMap(['keys'])) document.setIn(['keys'], document.createNode({}));
  document.setIn(['keys', name], document.createNode(key));
  const keys = document.get('keys');
  if (typeof keys === 'object' && keys !== null && 'flow' in keys) keys.flow = false;
}

const NUMBERS = ['tokens-per-day', 'cost-per-month', 'requests-per-minute'] as const;
type Values = Readonly<Partial<Record<(typeof NUMBERS)[number] | 'group' | 'expires', string>>>;

/** The options as fields of the file, whose schema checks them. */
function limitsOf(values: Values): object {
  const { group, expires } = values;
  const numbers = NUMBERS.flatMap((option) =>
    values[option] === undefined ? [] : [[option.replaceAll('-', '_'), Number(values[option])]],
  );
  return {
    ...(group !== undefined && { group }),
    ...Object.fromEntries(numbers),
    ...(expires !== undefined && { expires }),
  };
}

function listOf(keys: readonly NamedKey[]): string {
  return table([
    ['NAME', 'GROUP', 'TOKENS A DAY', 'COST A MONTH', 'REQUESTS A MINUTE', 'LAST DAY'],
    ...keys.map(({ name, group, tokensPerDay, costPerMonth, requestsPerMinute, expires }) =>
      [name, group, tokensPerDay, costPerMonth, requestsPerMinute, expires].map((value) =>
        String(value ?? '-'),
      ),
    ),
  ]);
}
