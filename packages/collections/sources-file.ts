import { isNode, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { CollectionProblem } from './store.ts';

const MINUTE_MS = 60_000;
const UNIT_MS = { m: MINUTE_MS, h: 60 * MINUTE_MS, d: 24 * 60 * MINUTE_MS } as const;

const INTERVAL = 'write a number and m, h or d, such as 30m or 12h';
const interval = z
  .string(INTERVAL)
  .regex(/^[1-9]\d{0,3}[mhd]$/, INTERVAL)
  .transform((text) => Number(text.slice(0, -1)) * UNIT_MS[text.slice(-1) as keyof typeof UNIT_MS])
  .describe('How long a source stays as it is before it is looked at again, such as 30m, 12h or 7d');
const webAddress = z
  .string()
  .refine(
    (text) => /^https?:\/\//i.test(text) && URL.canParse(text),
    'write an address with http:// or https://',
  );
const paths = z
  .array(z.string().startsWith('/', 'a path begins with /'))
  .describe('Beginnings of paths, such as /docs/; * stands for anything');

/** What every kind of source has. */
const common = {
  name: z.string().min(1).max(80).optional().describe('Its name in the status; its place by default'),
  every: interval.optional(),
};
const folder = z.strictObject({
  folder: z
    .string()
    .min(1)
    .refine((text) => !text.startsWith('~'), 'write the whole path; ~ stands for nothing here')
    .describe('A folder; changes are seen at once. Without / at its beginning, it is beside this file'),
  base_url: webAddress.optional().describe('Where the folder is published'),
  ...common,
});
const site = z.strictObject({
  site: webAddress.describe('Where to begin; pages below this path are read'),
  sitemap: webAddress.optional().describe('Only the pages of this sitemap are read'),
  pages: z.int().min(1).max(1_000_000).default(1_000).describe('How many pages are read at most'),
  depth: z.int().min(0).max(100).default(10).describe('How many links away from the beginning'),
  include: paths.optional(),
  exclude: paths.optional(),
  ...common,
});
const feed = z.strictObject({
  feed: webAddress.describe('RSS, Atom, RDF or JSON Feed; the linked articles are read'),
  keep: z.int().min(1).max(100_000).default(500).describe('How many entries are kept, newest first'),
  ...common,
});
const git = z.strictObject({
  git: z.string().min(1).describe('A repository: an address or a folder'),
  branch: z
    .string()
    .regex(/^\w[\w./-]{0,199}$/, 'write the name of a branch')
    .optional(),
  paths: z.array(z.string().min(1)).optional().describe('Folders in it; all by default'),
  base_url: webAddress.optional().describe('Where its files are shown'),
  ...common,
});
const list = z.strictObject({
  list: z.array(webAddress).min(1).max(10_000).describe('Addresses of pages'),
  ...common,
});
const KINDS = { folder, site, feed, git, list } as const;
const source = z.union(Object.values(KINDS));

const collection = z.strictObject({
  sources: z.array(source).min(1, 'a collection needs a source'),
  every: interval.default(12 * UNIT_MS.h),
  language: z
    .string()
    .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/, 'write a language such as de or pt-BR')
    .optional()
    .describe('What a site in several languages is asked for, such as de'),
  weight: z
    .number()
    .min(0.1, 'write a number from 0.1 to 10')
    .max(10, 'write a number from 0.1 to 10')
    .default(1)
    .describe('How much its documents count beside those of other collections, from 0.1 to 10'),
  local_only: z
    .boolean()
    .default(false)
    .describe('Its passages go only to a model on this machine, or at an address of trusted_models'),
  visible_to: z
    .array(z.string().min(1))
    .optional()
    .describe('Names of keys or groups of KEYS_FILE that may see it; all by default'),
});
const file = z.strictObject({
  index: z
    .string()
    .min(1)
    .optional()
    .describe('The file of the index, or postgres://...; beside this file by default'),
  trusted_models: z
    .array(z.string().min(1))
    .default([])
    .describe('Hosts of models that may get the passages of collections that are local_only'),
  collections: z.record(
    z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,39}$/, 'a name has small letters, digits and hyphens')
      // Programs of Ollama call each model so.
      .refine((name) => name !== 'latest', 'a collection cannot be named latest'),
    collection,
  ),
});

/** One place from which documents come, as the operator describes it. */
export type SourceSettings = z.output<typeof source> & {
  readonly name: string;
  readonly every: number;
  readonly language?: string | undefined;
};

/** Sources that are searched under one name. */
export type CollectionSettings = Omit<z.output<typeof collection>, 'sources'> & {
  readonly name: string;
  readonly sources: readonly SourceSettings[];
};

/** What `sources.yml` says. */
export type SourcesFile = {
  readonly collections: readonly CollectionSettings[];
  /** The file of the index, as it is written; undefined for the usual place. */
  readonly index: string | undefined;
  readonly trustedModels: readonly string[];
};

/** The schema of the file as JSON Schema, for editors. */
export function sourcesSchema() {
  return z.toJSONSchema(file, { io: 'input' });
}

/**
 * Reads `sources.yml`: named collections, each with its sources.
 * @throws CollectionProblem that names the line and says what to write
 */
export function parseSources(text: string): SourcesFile {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter });
  const [error] = document.errors;
  if (error !== undefined) throw new CollectionProblem(`It is not YAML: ${error.message.split(/:?\n/)[0]}`);
  const parsed = file.safeParse(toPlain(document), { error: toWords, reportInput: true });
  if (!parsed.success)
    throw new CollectionProblem(describe(parsed.error, (path) => lineOf(path, document, lineCounter)));
  const { index, trusted_models: trustedModels } = parsed.data;
  const collections = Object.entries(parsed.data.collections).map(([name, { sources, ...rest }]) => {
    const named = sources.map((each) => ({
      ...each,
      name: each.name ?? placeOf(each),
      every: each.every ?? rest.every,
      language: rest.language,
    }));
    const names = named.map((each) => each.name);
    const twice = names.find((each, at) => names.indexOf(each) !== at);
    if (twice !== undefined)
      throw new CollectionProblem(
        `collections.${name}: two sources are named "${twice}"; give one a name of its own`,
      );
    return { ...rest, name, sources: named };
  });
  return { collections, index, trustedModels };
}

function toPlain(document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch {
    throw new CollectionProblem('It uses aliases (&, *), which are not read: write the values out');
  }
}

/** A name is shown and logged. */
function withoutPassword(address: string): string {
  const url = URL.parse(address);
  if (url === null || (url.username === '' && url.password === '')) return address;
  url.username = '';
  url.password = '';
  return url.href;
}

/** Where a source is, which is its name if it has no other. */
export function placeOf(each: z.output<typeof source>): string {
  if ('folder' in each) return each.folder;
  if ('site' in each) return each.site;
  if ('feed' in each) return each.feed;
  if ('git' in each) return withoutPassword(each.git);
  return `${each.list.length} pages of ${new URL(each.list[0] ?? '').host}`;
}

/** What to write where something else stands. */
const INSTEAD: Readonly<Record<string, string>> = {
  object: 'write names below it, each with its value',
  record: 'write names below it, each with its value',
  array: 'write a list, such as [a, b]',
  string: 'write a text',
  number: 'write a number',
  int: 'write a number',
  boolean: 'write true or false',
};

/** The words for problems for which the schema has none. */
function toWords(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type')
    return `${issue.input === undefined ? 'is missing: ' : ''}${INSTEAD[issue.expected] ?? issue.expected}`;
  if (issue.code !== 'unrecognized_keys' || !(issue.inst instanceof z.ZodObject)) return undefined;
  return `"${issue.keys[0]}" is not one of ${Object.keys(issue.inst.shape).join(', ')}`;
}

/** The first problem, with its place and line. A misspelled name comes before the one that is missing because of it. */
function describe({ issues }: z.ZodError, lineOf: (path: readonly PropertyKey[]) => string): string {
  const misspelled = issues.find(({ code }) => code === 'unrecognized_keys');
  const found = deepest(misspelled ?? issues[0]);
  if (found === undefined) return 'It cannot be read.';
  const at = found.path.length === 0 ? 'It' : found.path.join('.');
  return `${at}${lineOf(found.path)}: ${found.message}`;
}

type Issue = z.core.$ZodIssue;
type Problem = Pick<Issue, 'path' | 'message'>;

/** Of a source that fits no kind, the problem with the kind that it names. */
function deepest(issue: Issue | undefined, before: readonly PropertyKey[] = []): Problem | undefined {
  if (issue === undefined) return undefined;
  const path = [...before, ...issue.path];
  if (issue.code === 'invalid_key') return { path, message: issue.issues[0]?.message ?? issue.message };
  if (issue.code !== 'invalid_union') return { path, message: issue.message };
  const named = issue.errors.map(([first]) => first).find((each) => each !== undefined && !isOtherKind(each));
  return named === undefined
    ? { path, message: `name one of ${Object.keys(KINDS).join(', ')}` }
    : deepest(named, path);
}

/** Whether a source does not name this kind, or is no source at all. */
function isOtherKind({ code, path, input }: Issue): boolean {
  const lacksKind = path.length === 1 && String(path[0]) in KINDS && input === undefined;
  return code === 'invalid_type' && (path.length === 0 || lacksKind);
}

/** The line of the nearest value that stands in the file. */
function lineOf(
  path: readonly PropertyKey[],
  document: ReturnType<typeof parseDocument>,
  lines: LineCounter,
): string {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true);
    if (!isNode(node) || !node.range) continue;
    return ` (line ${lines.linePos(node.range[0]).line})`;
  }
  return '';
}
