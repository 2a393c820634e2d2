import { z } from 'zod';
import type { Answerer } from '../../../core/events.ts';
import { Failure } from '../../../core/failure.ts';
import type { Depth } from '../../../core/question.ts';
import type { Service } from '../../../core/service.ts';
import type { CallerPreferences } from '../../http/to-question.ts';

/** The definition of a tool: its two schemas and its function. */
export type ToolSpec<Input extends z.ZodObject, Output extends z.ZodObject> = {
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
  const inputSchema = toSchema(z.toJSONSchema(input, { io: 'input' }));
  const outputSchema = toSchema(z.toJSONSchema(output, { io: 'input' }));
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
      return spec.run(parsed.data, deps, signal);
    },
  };
}

function toSchema({ $schema: _, ...schema }: Readonly<Record<string, unknown>>): JsonObjectSchema {
  return { ...schema, type: 'object' };
}

/** The functions that the tools use. The service's own documents have URLs that the caller can open. */
export type ToolService = Pick<Service, 'gather' | 'search' | 'read'> & { readonly answer: Answerer };

/** One call of a tool: the service, and the limits of the call. */
export type ToolDeps = {
  readonly service: ToolService;
  readonly preferences: CallerPreferences;
  /** The longest time that a call may take, in milliseconds, by the depth of its answer. */
  readonly deadlinesMs: Readonly<Record<Depth, number>>;
  /** Sends a message about progress; does nothing if the caller did not ask for it. */
  sendProgress(message: string): void;
};

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

/** The JSON Schema of an object. */
type JsonObjectSchema = { readonly type: 'object'; readonly [keyword: string]: unknown };

/** The maximum number of items of a list in one string. */
const MAX_ITEMS = 50;

/**
 * The arguments as a model meant them: small models write `null` or an empty text for "none", numbers as
 * text, and a single text instead of a list. Anything else is returned as it is, for the schema to refuse.
 */
export function repairArguments(args: unknown, schema: JsonObjectSchema): unknown {
  if (args === undefined || args === null) return {};
  if (typeof args !== 'object' || Array.isArray(args)) return args;
  const properties = toRecord(schema.properties);
  const intended = Object.entries(args)
    .filter(([name, value]) => Object.hasOwn(properties, name) && value !== null && value !== '')
    .map(([name, value]) => [name, toType(toRecord(properties[name]).type, value)] as const);
  return Object.fromEntries(intended);
}

function toType(type: unknown, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'integer' && /^\s*\d{1,9}\s*$/.test(value)) return Number(value);
  if (type === 'array') return value.split(/[\s,]+/, MAX_ITEMS).filter((item) => item !== '');
  return value;
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
