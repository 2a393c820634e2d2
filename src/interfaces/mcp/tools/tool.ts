import { fieldOf } from '@sayso/text/own-value.ts';
import { countChars } from '@sayso/text/text.ts';
import { z } from 'zod';
import type { Depth } from '../../../core/question.ts';
import type { Caller } from '../../../core/run.ts';
import type { Service } from '../../../core/service.ts';
import type { CallerPreferences } from '../../http/to-question.ts';
import { type JsonObjectSchema, repairArguments, wrongArguments } from './arguments.ts';

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
