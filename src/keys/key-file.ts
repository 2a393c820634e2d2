import { hash, randomBytes } from 'node:crypto';
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { isNode, LineCounter, parseDocument, visit } from 'yaml';
import { z } from 'zod';
import { Failure, whyUnreadable } from '../core/failure.ts';
import { DEPTHS } from '../core/question.ts';
import { type Login, login, type Person, withSecret } from './login.ts';
import { price } from './prices.ts';
import { users } from './users.ts';

/** The interfaces that a key can be limited to; the page uses REST. */
const INTERFACES = ['rest', 'mcp', 'openai', 'ollama', 'search-apis'] as const;

/** A name is shown in lists and logs, and is shorter than the digest that names a key of `API_KEYS`. */
const NAME = /^[a-z0-9][\w.@-]{0,39}$/i;

const name = z.string().regex(NAME, 'a name has up to 40 letters, digits and . _ @ -');
const amount = z.int('write a whole number').positive('write a number above 0').nullish();
const money = z.number('write an amount such as 7.5').positive('write a number above 0').nullish();

const amounts = {
  tokens_per_day: amount.describe('Tokens of the model for each day'),
  cost_per_month: money.describe('What the models may cost in each month'),
  requests_per_minute: amount.describe('Answers for each minute, instead of RATE_LIMIT'),
};
/** What a key, a group or the default may set; `null` lifts the limit of the group or the default. */
const limits = {
  ...amounts,
  users: users.nullish().describe('How it names the person behind each request'),
  per_user: z.strictObject(amounts).nullish().describe('What each of these may use'),
  interfaces: z.array(z.enum(INTERFACES)).min(1).nullish().describe('The interfaces that it may use'),
  depths: z.array(z.enum(DEPTHS)).min(1).nullish().describe('The depths of answers that it may ask for'),
  collections: z.array(z.string()).nullish().describe('The collections of SOURCES_FILE that it may see'),
};
const entry = z.strictObject({
  sha256: z
    .string('write the SHA-256 of the secret')
    .regex(/^[\da-f]{64}$/, 'write the SHA-256 of the secret, as 64 of 0-9 and a-f'),
  group: z.string().optional(),
  operator: z.boolean().optional().describe('Whether it may see what all keys use'),
  expires: z.iso.date('write a date such as 2027-01-31').optional().describe('Its last day, in UTC'),
  ...limits,
});
const schema = z.strictObject({
  default: z.strictObject(limits).optional(),
  groups: z.record(name, z.strictObject(limits).nullable()).nullish(),
  keys: z.record(name, entry).nullish(),
  prices: z
    .record(z.string(), price)
    .nullish()
    .describe('By the names of models; a local one is free without'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'write a currency such as EUR')
    .optional(),
  time_zone: z
    .string()
    .refine(isTimeZone, 'write a time zone such as Europe/Berlin')
    .optional()
    .describe('Where days and months begin; UTC if absent'),
  without_store: z
    .enum(['count', 'refuse'])
    .optional()
    .describe('What happens while Redis cannot be reached'),
  audit: z
    .strictObject({ file: z.string().min(1), words: z.array(z.enum(['question', 'answer'])).optional() })
    .optional()
    .describe('A file that gets a line for each answer'),
  login: login.optional().describe('How people sign in to the page'),
});

/** What a key or a person may use; what is absent has no limit. */
type Amounts = {
  readonly tokensPerDay?: number;
  readonly costPerMonth?: number;
  readonly requestsPerMinute?: number;
};

/** A key of the file, with the limits that hold for it; an absent limit does not exist. */
export type NamedKey = Amounts & {
  readonly name: string;
  readonly group?: string;
  /** The SHA-256 of its secret, as hex. */
  readonly sha256: string;
  /** Its last day in UTC, such as 2027-01-31. */
  readonly expires?: string;
  readonly isOperator?: boolean;
  /** How its requests name the person behind them; absent for a key of one person. */
  readonly users?: z.infer<typeof users>;
  /** What each of these persons may use. */
  readonly perUser?: Amounts;
  readonly interfaces?: readonly string[];
  readonly depths?: readonly string[];
  /** The collections that it may see; all that say nothing else if absent. */
  readonly collections?: readonly string[];
};

/** The whole file. */
export type KeyFile = {
  readonly keys: readonly NamedKey[];
  readonly prices: ReadonlyMap<string, z.infer<typeof price>>;
  /** Of all prices and costs; the prices that Sayso knows are in US dollars. */
  readonly currency: string;
  /** Whether anyone's costs have a limit. */
  readonly limitsCosts: boolean;
  readonly timeZone: string;
  /** Whether an instance refuses answers while it cannot reach the others, or counts alone. */
  readonly refusesAlone: boolean;
  readonly audit: { readonly file: string; readonly words?: readonly string[] } | null;
  /** How people sign in to the page; null if they do not. */
  readonly login: Login | null;
  /** The limits of somebody who has signed in: those of their first group in the file, then the default. */
  personKey(person: Person): NamedKey;
};

/** The schema of the file as JSON Schema, for editors. */
export function keysSchema() {
  return z.toJSONSchema(schema, { io: 'input' });
}

/**
 * Reads the text of a file of keys. What a key does not set, its group does, then the default.
 * @throws Failure `misconfigured` that names the place and says what to write, never a secret
 */
export function parseKeyFile(text: string): KeyFile {
  const lineCounter = new LineCounter();
  // The library compares each name with all others, which takes 14 s for 25,000 keys.
  const document = parseDocument(text, { lineCounter, uniqueKeys: false });
  const [error] = document.errors;
  // The lines after the first one show a part of the file.
  if (error !== undefined)
    throw mistake(`it is not YAML: ${error.message.split('\n')[0]?.replace(/:$/, '')}`);
  refuseDoubled(document, lineCounter);
  const parsed = schema.safeParse(withoutAliases(document) ?? {});
  const lineOf = (path: readonly PropertyKey[]) => lineIn(document, lineCounter, path);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path = issue?.path ?? [];
    const reason = issue?.code === 'invalid_key' ? issue.issues[0]?.message : issue?.message;
    throw mistake(`${path.join('.') || 'the file'}${lineOf(path)}: ${reason}`);
  }
  const { data } = parsed;
  const groups = new Map(Object.entries(data.groups ?? {}));
  const holders = new Map<string, string>();
  const keys = Object.entries(data.keys ?? {}).map(([name, { sha256, group, expires, operator, ...own }]) => {
    if (group !== undefined && !groups.has(group))
      throw mistake(`keys.${name}.group${lineOf(['keys', name, 'group'])}: there is no group "${group}"`);
    const holder = holders.get(sha256);
    if (holder !== undefined)
      throw mistake(`keys.${name}.sha256${lineOf(['keys', name, 'sha256'])}: it is that of ${holder}, too`);
    holders.set(sha256, name);
    const limits = { ...data.default, ...groups.get(group ?? ''), ...own };
    return {
      ...{ name, group, sha256, expires, isOperator: operator },
      ...toLimits(limits),
      users: limits.users ?? undefined,
      perUser: limits.per_user ? toAmounts(limits.per_user) : undefined,
    };
  });
  const { prices, currency = 'USD', time_zone: timeZone = 'UTC', without_store, audit = null } = data;
  const refusesAlone = without_store === 'refuse';
  const allLimits = [data.default, ...groups.values(), ...Object.values(data.keys ?? {})];
  const limitsCosts = allLimits.some((each) => each?.cost_per_month ?? each?.per_user?.cost_per_month);
  return {
    ...{ keys, prices: new Map(Object.entries(prices ?? {})), currency, limitsCosts },
    ...{ timeZone, refusesAlone, audit },
    login: data.login === undefined ? null : withSecret(data.login),
    personKey({ name, groups: own }) {
      const group = own.find((each) => groups.has(each));
      // No key of the file can have such a name.
      const named = { name: `user:${name}`, group, sha256: '' };
      return { ...named, ...toLimits({ ...data.default, ...groups.get(group ?? '') }) };
    },
  };
}

type FileLimits = z.infer<z.ZodObject<typeof limits>>;

function toLimits(limits: FileLimits) {
  return {
    ...toAmounts(limits),
    interfaces: limits.interfaces ?? undefined,
    depths: limits.depths ?? undefined,
    collections: limits.collections ?? undefined,
  };
}

type FileAmounts = { readonly [Name in keyof typeof amounts]?: number | null | undefined };

function toAmounts({ tokens_per_day, cost_per_month, requests_per_minute }: FileAmounts): Amounts {
  return {
    tokensPerDay: tokens_per_day ?? undefined,
    costPerMonth: cost_per_month ?? undefined,
    requestsPerMinute: requests_per_minute ?? undefined,
  };
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** @throws Failure `misconfigured` if a name stands twice in a map: only one of them would count */
function refuseDoubled(document: ReturnType<typeof parseDocument>, lines: LineCounter): void {
  visit(document, {
    Map(_place, { items }) {
      const names = new Set<string>();
      for (const { key } of items) {
        const { line } = lines.linePos((isNode(key) && key.range?.[0]) || 0);
        if (names.has(String(key))) throw mistake(`a name stands twice (line ${line})`);
        names.add(String(key));
      }
    },
  });
}

/** The data of a document; an alias would let a few lines become very many. */
function withoutAliases(document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch {
    throw mistake('it uses aliases (&, *), which are not read: write the values out');
  }
}

/** The line of the nearest value that stands in the file. */
function lineIn(
  document: ReturnType<typeof parseDocument>,
  lines: LineCounter,
  path: readonly PropertyKey[],
): string {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return ` (line ${lines.linePos(node.range[0]).line})`;
  }
  return '';
}

function mistake(reason: string): Failure {
  return new Failure('misconfigured', reason);
}

/** The hash of a secret. Secrets are random and long, so a slow hash would protect nothing. */
export function hashOf(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/** A key is valid until the end of its last day in UTC. */
export function hasExpired({ expires }: Pick<NamedKey, 'expires'>): boolean {
  return expires !== undefined && expires < new Date().toISOString().slice(0, 10);
}

/** How often the file is looked at, in milliseconds; unlike events of the system, this works on every disk. */
const LOOK_EVERY_MS = 1000;
/** The time between two readings of a changed file, in milliseconds. */
const SETTLE_MS = 100;

/** The keys of a file, as it is now. */
export type KeyRing = {
  readonly file: KeyFile;
  /** The key with this hash of a secret, also if it has expired. */
  find(sha256: string): NamedKey | undefined;
  close(): void;
};

/**
 * Reads the keys of a file, and again whenever it changes. A file with a mistake changes nothing; `onReload`
 * gets the reason, or null for keys that were read.
 * @throws Failure `misconfigured` if they cannot be read the first time
 */
export function openKeys(path: string, onReload: (mistake: string | null) => void): KeyRing {
  // Keys are found by a keyed hash: the time of a look-up says nothing about the hashes in the file.
  const secret = randomBytes(32).toString('hex');
  const placeOf = (sha256: string) => hash('sha256', secret + sha256, 'base64');
  const read = (text: string) => {
    const file = parseNamed(text, path);
    return { file, keys: new Map(file.keys.map((key) => [placeOf(key.sha256), key])) };
  };
  let current = read(readText(path));
  const reload = async () => {
    try {
      current = read(
        await readWhole(
          () => readText(path),
          () => pause(SETTLE_MS),
        ),
      );
      onReload(null);
    } catch (error) {
      onReload(error instanceof Failure ? error.message : String(error));
    }
  };
  const onChange = () => void reload();
  watchFile(path, { interval: LOOK_EVERY_MS, persistent: false }, onChange);
  return {
    get file() {
      return current.file;
    },
    find: (sha256) => current.keys.get(placeOf(sha256)),
    close: () => unwatchFile(path, onChange),
  };
}

/** The text of a file once two readings agree: half a file can be valid, and lack limits. */
export async function readWhole(read: () => string, wait: () => Promise<void>): Promise<string> {
  let text = read();
  for (let before: string | null = null; before !== text; ) {
    before = text;
    await wait();
    text = read();
  }
  return text;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const remedy = '`sayso keys add NAME` makes it';
    throw mistake(`KEYS_FILE: ${path} ${whyUnreadable(error)}; ${remedy}.`);
  }
}

function parseNamed(text: string, path: string): KeyFile {
  try {
    return parseKeyFile(text);
  } catch (error) {
    throw error instanceof Failure ? mistake(`KEYS_FILE: ${path}: ${error.message}.`) : error;
  }
}
