import { fieldOf } from '@sayso/text/own-value.ts';
import { countChars } from '@sayso/text/text.ts';
import { z } from 'zod';
import { Failure } from '../../../core/failure.ts';
import type { Depth } from '../../../core/question.ts';
import type { Caller } from '../../../core/run.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Service } from '../../../core/service.ts';
import { scopeNames, TIME_RANGES, toScope, toSite } from '../../http/scope.ts';
import type { CallerPreferences } from '../../http/to-question.ts';

/** The definition of a tool: its two schemas and its function. */
type ToolSpec<Input extends z.ZodObject, Output extends z.ZodObject> = {
  readonly name: string;
  readonly title: string;
  /** For the model that chooses among tools: what the tool does, when to use it, and what it returns. */
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  /** @throws Failure with a message that gives advice */
  run(args: z.output<Input>, deps: ToolDeps, signal: AbortSignal): Promise<z.output<Output>>;
};

/** A tool as the server uses it. */
export type Tool = ReturnType<typeof defineTool>;

/** Clients that ask their user before a tool changes something need not ask before these tools. */
const READ_ONLY = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
} as const;

/** Makes a tool that checks its arguments and describes itself. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  spec: ToolSpec<Input, Output>,
) {
  const { name, title, description, input, output } = spec;
  const inputSchema = withoutSchemaUrl(z.toJSONSchema(input, { io: 'input' }));
  // As an input, because the schema of an output would refuse the fields of a later version.
  const outputSchema = withoutSchemaUrl(z.toJSONSchema(output, { io: 'input' }));
  return {
    /** The description of the tool in the list of all tools. */
    definition: { name, title, description, inputSchema, outputSchema, annotations: READ_ONLY },
    /**
     * Runs the tool with untrusted arguments.
     * @throws Failure with a message that gives advice
     */
    async call(args: unknown, deps: ToolDeps, signal: AbortSignal): Promise<Record<string, unknown>> {
      const parsed = input.safeParse(repairArguments(args, inputSchema));
      if (!parsed.success) throw wrongArguments(name, parsed.error.issues);
      const query = fieldOf(parsed.data, 'query');
      if (typeof query === 'string' && countChars(query) > deps.maxQueryChars) {
        const message = `must have at most ${deps.maxQueryChars} characters`;
        throw wrongArguments(name, [{ path: ['query'], message }]);
      }
      return spec.run(parsed.data, deps, signal);
    },
  };
}

function withoutSchemaUrl({ $schema: _, ...schema }: Readonly<Record<string, unknown>>): JsonObjectSchema {
  return { ...schema, type: 'object' };
}

/** One call of a tool: the service, and the limits of the call. */
export type ToolDeps = {
  readonly service: Pick<Service, 'ask' | 'gather' | 'search' | 'read'>;
  readonly caller: Caller;
  readonly maxQueryChars: number;
  readonly preferences: CallerPreferences;
  /** The longest time that a call may take, in milliseconds, by the depth of its answer. */
  readonly deadlinesMs: Readonly<Record<Depth, number>>;
  /** Sends a message about progress; does nothing if the caller did not ask for it. */
  sendProgress(message: string): void;
};

/** The argument `query`, with the words to search for or the question; `defineTool` limits its length. */
export function queryArgument(description: string): z.ZodString {
  return z
    .string({ error: 'must be a string' })
    .trim()
    .min(1, { error: 'must not be empty' })
    .describe(description);
}

/** The range of a number, and its default. */
type CountBounds = { readonly min: number; readonly max: number; readonly usual: number };

/** An optional argument with a whole number. */
export function countArgument(description: string, { min, max, usual }: CountBounds) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z
    .int({ error })
    .min(min, { error })
    .max(max, { error })
    .default(usual)
    .describe(`${description} From ${min} to ${max}; ${usual} if left out.`);
}

const SITES_ERROR = 'must be a list of host names such as ["wikipedia.org"]';
const TIME_RANGE_NAMES = [...TIME_RANGES.keys()];

/** Most pages have no date, and those that explain a subject best are often old. */
const WHEN_NOT =
  'Leave it out unless the user names a period: pages without a date are lost, and "latest" or "current" ' +
  'needs no limit.';

/** The optional arguments that limit the sources of an answer; `scopeOfArguments` checks them. */
export const scopeArguments = {
  language: textArgument('Language of the pages, as a code such as "en", "de" or "pt-BR".'),
  country: textArgument('Country to search in, such as "US" or "DE".'),
  time_range: z
    .enum(TIME_RANGE_NAMES, { error: `must be one of ${TIME_RANGE_NAMES.join(', ')}` })
    .optional()
    .describe(`Only pages published in the last day, week, month or year. ${WHEN_NOT}`),
  since: textArgument(`Only pages published on this day or later, such as "2026-01-31". ${WHEN_NOT}`),
  until: textArgument('Only pages published on this day or earlier, such as "2026-12-31".'),
  sites: sitesArgument('Only pages of these web sites, such as ["wikipedia.org", "gov.uk"].'),
  collection: textArgument('A collection that the user names.'),
  exclude_sites: sitesArgument('No pages of these web sites, such as ["pinterest.com"].'),
} as const;

/** The scope arguments of a call. */
type ScopeArguments = {
  readonly [Name in keyof typeof scopeArguments]?: z.output<(typeof scopeArguments)[Name]>;
};

const NAMES = scopeNames('argument', { only: 'sites', never: 'exclude_sites' });

/**
 * The scope that a call asks for.
 * @throws Failure `invalid-question` that names the wrong argument
 */
export function scopeOfArguments({ sites, exclude_sites, time_range, ...rest }: ScopeArguments): Scope {
  const wanted = {
    ...rest,
    language: rest.language?.replaceAll('_', '-'),
    timeRange: time_range,
    only: sites?.map(hostOfSite),
    never: exclude_sites?.map(hostOfSite),
  };
  return toScope(wanted, NAMES);
}

function textArgument(description: string) {
  return z.string({ error: 'must be a string' }).optional().describe(description);
}

function sitesArgument(description: string) {
  return z
    .array(z.string({ error: SITES_ERROR }), { error: SITES_ERROR })
    .optional()
    .describe(description);
}

/** Models often write the address of a page where a host name is expected. */
function hostOfSite(text: string): string {
  if (toSite(text) !== null || !URL.canParse(text)) return text;
  return new URL(text).hostname;
}

/** The JSON Schema of an object. */
type JsonObjectSchema = { readonly type: 'object'; readonly [keyword: string]: unknown };

/** The maximum number of items of a list in one string. */
const MAX_ITEMS = 50;

/**
 * The arguments as a model meant them: small models write `null` or an empty text for "none", numbers as
 * text, and a single text instead of a list. Arguments that the tool does not have are dropped. Values
 * without another meaning stay, for the schema to refuse; no arguments are `{}`.
 */
export function repairArguments(args: unknown, schema: JsonObjectSchema): unknown {
  if (args === undefined || args === null) return {};
  if (typeof args !== 'object' || Array.isArray(args)) return args;
  const properties = asRecord(schema.properties);
  const intended = Object.entries(args)
    .filter(([name, value]) => Object.hasOwn(properties, name) && value !== null && value !== '')
    .map(([name, value]) => [name, repairValue(asRecord(properties[name]).type, value)] as const);
  return Object.fromEntries(intended);
}

function repairValue(type: unknown, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'integer' && /^\s*\d{1,9}\s*$/.test(value)) return Number(value);
  if (type === 'array') return value.split(/[\s,]+/, MAX_ITEMS).filter((item) => item !== '');
  return value;
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** One mistake in the arguments of a tool. */
type ArgumentIssue = { readonly path: readonly PropertyKey[]; readonly message: string };

/** More mistakes would only repeat the first ones. */
const MAX_ISSUES = 3;

/** The mistakes in the arguments of a tool, in words that a model can act on. */
export function wrongArguments(tool: string, issues: readonly ArgumentIssue[]): Failure {
  const mistakes = issues
    .slice(0, MAX_ISSUES)
    .map(({ path, message }) => (path.length === 0 ? message : `\`${String(path[0])}\` ${message}`));
  return new Failure(
    'invalid-question',
    `The arguments of \`${tool}\` are wrong: ${mistakes.join('; ')}. Correct this and call the tool again.`,
  );
}
