import { z } from 'zod';
import { forgive, type JsonObjectSchema } from './forgive.ts';
import type { ToolScene } from './scene.ts';
import { wrongArguments } from './wrong-arguments.ts';

/** A tool as it is written: its two schemas and what it does. */
export type ToolSpec<Input extends z.ZodObject, Output extends z.ZodObject> = {
  readonly name: string;
  readonly title: string;
  /** For the model that chooses among tools: what it does, when to use it, what comes back. */
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  /** @throws Failure with a message that says what to do */
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

/** A tool as it is served. */
export type Tool = {
  readonly definition: ToolDefinition;
  /**
   * Runs the tool with untrusted arguments.
   * @throws Failure with a message that says what to do
   */
  call(args: unknown, scene: ToolScene, signal: AbortSignal): Promise<Record<string, unknown>>;
};

/** Clients that ask before a tool changes something need not ask before these. */
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
