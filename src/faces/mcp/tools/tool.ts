import { z } from 'zod';
import type { Answerer } from '../../../core/events.ts';
import { Failure } from '../../../core/failure.ts';
import type { House } from '../../../core/house.ts';

/** The definition of a tool: its two schemas and its function. */
export type ToolSpec<Input extends z.ZodObject, Output extends z.ZodObject> = {
  readonly name: string;
  readonly title: string;
  /** For the model that chooses among tools: what the tool does, when to use it, and what it returns. */
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  /** @throws Failure with a message that gives advice */
  run(args: z.output<Input>, scene: ToolScene, signal: AbortSignal): Promise<z.output<Output>>;
};

/** The description of a tool in the list of all tools. */
export type ToolDefinition = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObjectSchema;
  readonly outputSchema: JsonObjectSchema;
  readonly annotations: typeof READ_ONLY;
};

/** A tool as the server uses it. */
export type Tool = {
  readonly definition: ToolDefinition;
  /**
   * Runs the tool with untrusted arguments.
   * @throws Failure with a message that gives advice
   */
  call(args: unknown, scene: ToolScene, signal: AbortSignal): Promise<Record<string, unknown>>;
};

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
): Tool {
  const { name, title, description, input, output } = spec;
  const inputSchema = toSchema(z.toJSONSchema(input, { io: 'input' }));
  const outputSchema = toSchema(z.toJSONSchema(output, { io: 'input' }));
  return {
    definition: { name, title, description, inputSchema, outputSchema, annotations: READ_ONLY },
    async call(args, scene, signal) {
      const parsed = input.safeParse(forgive(args, inputSchema));
      if (!parsed.success) throw wrongArguments(name, parsed.error.issues);
      return spec.run(parsed.data, scene, signal);
    },
  };
}

function toSchema({ $schema: _, ...schema }: Readonly<Record<string, unknown>>): JsonObjectSchema {
  return { ...schema, type: 'object' };
}

/** The JSON Schema of an object. */
export type JsonObjectSchema = { readonly type: 'object'; readonly [keyword: string]: unknown };

/** The maximum number of items of a list in one string. */
const MOST_ITEMS = 50;

/**
 * The arguments as a model meant them: small models write `null` or an empty text for "none", numbers as
 * text, and a single text instead of a list. Anything else is returned as it is, for the schema to refuse.
 */
export function forgive(args: unknown, schema: JsonObjectSchema): unknown {
  if (args === undefined || args === null) return {};
  if (typeof args !== 'object' || Array.isArray(args)) return args;
  const properties = toRecord(schema.properties);
  const meant = Object.entries(args)
    .filter(([name, value]) => Object.hasOwn(properties, name) && value !== null && value !== '')
    .map(([name, value]) => [name, meantAs(toRecord(properties[name]).type, value)] as const);
  return Object.fromEntries(meant);
}

function meantAs(type: unknown, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'integer' && /^\s*\d{1,9}\s*$/.test(value)) return Number(value);
  if (type === 'array') return value.split(/[\s,]+/, MOST_ITEMS).filter((item) => item !== '');
  return value;
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/**
 * The functions of the service that the tools use. The service's own documents have URLs that the caller can
 * open.
 */
export type ToolHouse = Pick<House, 'gather' | 'search' | 'read'> & { readonly answer: Answerer };

/** One call of a tool: the service, and the limits of the call. */
export type ToolScene = {
  readonly house: ToolHouse;
  /** Id of the request, for the log. */
  readonly id: string;
  /** The longest time the call may take, in milliseconds. */
  readonly deadlineMs: number;
  /** The longest time for a deep answer. */
  readonly deepDeadlineMs: number;
  /** Informs the caller about progress; does nothing if the caller did not ask for it. */
  tell(message: string): void;
};

/** One mistake in the arguments of a tool. */
type ArgumentIssue = { readonly path: readonly PropertyKey[]; readonly message: string };

/** More mistakes would only repeat the first ones. */
const MOST_ISSUES = 3;

/** The mistakes in the arguments of a tool, in words that a model can act on. */
export function wrongArguments(tool: string, issues: readonly ArgumentIssue[]): Failure {
  const mistakes = issues
    .slice(0, MOST_ISSUES)
    .map(({ path, message }) => (path.length === 0 ? message : `\`${String(path[0])}\` ${message}`));
  return new Failure(
    'invalid-question',
    `The arguments of \`${tool}\` are wrong: ${mistakes.join('; ')}. Correct this and call the tool again.`,
  );
}
