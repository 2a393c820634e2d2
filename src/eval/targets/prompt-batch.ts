import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { appendFileSync, writeFileSync } from 'node:fs';
import { fieldOf } from '@sayso/text/own-value.ts';
import { Failure } from '../../core/failure.ts';
import type { LanguageModelLike, ModelMessage, ModelPart } from '../../models/language-model.ts';
import { readRows } from '../sets/read-rows.ts';
import type { AskTarget } from './eval-reply.ts';

/** The interfaces whose batches can be written. */
export const BATCH_FORMS = ['openai', 'anthropic'] as const;
/** One of them. */
export type BatchForm = (typeof BATCH_FORMS)[number];

/** The files of a batch: prompts go out, replies come in. Each may be null. */
export type BatchFiles = {
  readonly exportPath: string | null;
  readonly importPath: string | null;
  readonly form: BatchForm;
  readonly modelName: string;
};

/** Puts files in the place of a model. */
export type PromptBatch = {
  /** A model whose replies come from the imported file; other prompts are exported, and fail. */
  createModel(): LanguageModelLike;
  /** Separates the prompts of one question from those of others. */
  during(ask: AskTarget): AskTarget;
  readonly exported: number;
};

type BatchReply = { readonly text: string; readonly input: number; readonly output: number };
type AskedQuestion = { readonly id: string; calls: number; isPending: boolean };

const PENDING = 'Its prompt was exported, and the reply is still missing.';
/** Anthropic's API needs a limit; answers are far shorter. */
const MAX_REPLY_TOKENS = 2_000;

/**
 * Opens a batch. The id of a prompt consists of its question and of its number among the prompts of that
 * question, so that a reply fits even if the prompt has another day in it.
 * @throws Failure for a file of replies that cannot be read
 */
export async function openPromptBatch({
  exportPath,
  importPath,
  form,
  modelName,
}: BatchFiles): Promise<PromptBatch> {
  const replies = importPath === null ? new Map<string, BatchReply>() : await readReplies(importPath);
  const running = new AsyncLocalStorage<AskedQuestion>();
  let exported = 0;
  if (exportPath !== null) writeFileSync(exportPath, '');
  return {
    get exported() {
      return exported;
    },
    createModel: () => ({
      async doStream({ prompt }) {
        const asked = running.getStore();
        if (asked === undefined || asked.isPending) throw new Failure('model-unavailable', PENDING);
        const id = `${idOf(asked.id)}-${++asked.calls}`;
        const reply = replies.get(id);
        if (reply !== undefined) return { stream: streamOf(reply) };
        asked.isPending = true;
        exported++;
        if (exportPath !== null)
          appendFileSync(exportPath, `${JSON.stringify(toRequest[form](id, modelName, prompt))}\n`);
        throw new Failure('model-unavailable', PENDING);
      },
    }),
    during: (ask) => async (question, signal) => {
      const asked: AskedQuestion = { id: question.id, calls: 0, isPending: false };
      const reply = await running.run(asked, () => ask(question, signal));
      if (asked.isPending) throw new Failure('model-unavailable', PENDING);
      return reply;
    },
  };
}

/** Anthropic's ids have at most 64 letters, digits, hyphens and underscores. */
function idOf(question: string): string {
  return createHash('sha256').update(question).digest('base64url').slice(0, 24);
}

/**
 * One request of a batch (https://platform.openai.com/docs/api-reference/batch,
 * https://docs.anthropic.com/en/api/creating-message-batches).
 */
const toRequest: Readonly<
  Record<BatchForm, (id: string, model: string, prompt: readonly ModelMessage[]) => object>
> = {
  openai: (id, model, prompt) => ({
    custom_id: id,
    method: 'POST',
    url: '/v1/chat/completions',
    body: { model, messages: prompt.map((message) => ({ role: message.role, content: textOf(message) })) },
  }),
  anthropic: (id, model, prompt) => {
    const messages = prompt.filter(({ role }) => role !== 'system');
    const system = prompt.filter(({ role }) => role === 'system').map(textOf);
    return {
      custom_id: id,
      params: {
        model,
        max_tokens: MAX_REPLY_TOKENS,
        ...(system.length > 0 && { system: system.join('\n') }),
        messages: messages.map((message) => ({ role: message.role, content: textOf(message) })),
      },
    };
  },
};

function textOf({ content }: ModelMessage): string {
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

async function readReplies(path: string): Promise<Map<string, BatchReply>> {
  const replies = new Map<string, BatchReply>();
  for await (const { fields } of readRows(path)) {
    const id = fieldOf(fields, 'custom_id');
    const reply = toReply(fields);
    if (typeof id === 'string' && reply !== null) replies.set(id, reply);
  }
  if (replies.size === 0) throw new Failure('invalid-question', `${path} has no replies.`);
  return replies;
}

/** A result of either interface, or `{"custom_id", "text"}`; null for one that failed. */
function toReply(fields: unknown): BatchReply | null {
  const body = fieldOf(fieldOf(fields, 'response'), 'body');
  const message = fieldOf(fieldOf(fields, 'result'), 'message');
  const usage = fieldOf(body ?? message, 'usage');
  const count = (...names: string[]) =>
    Number(names.map((name) => fieldOf(usage, name)).find((value) => typeof value === 'number') ?? 0);
  const choice = fieldOf(firstOf(fieldOf(body, 'choices')), 'message');
  const parts = fieldOf(message, 'content');
  const blocks = Array.isArray(parts) ? parts.map((part) => fieldOf(part, 'text') ?? '').join('') : undefined;
  const text = fieldOf(fields, 'text') ?? fieldOf(choice, 'content') ?? blocks;
  if (typeof text !== 'string' || text === '') return null;
  return {
    text,
    input: count('prompt_tokens', 'input_tokens'),
    output: count('completion_tokens', 'output_tokens'),
  };
}

function firstOf(list: unknown): unknown {
  return Array.isArray(list) ? list[0] : undefined;
}

function streamOf({ text, input, output }: BatchReply): ReadableStream<ModelPart> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue({ type: 'text-delta', delta: text });
      const usage = { inputTokens: { total: input }, outputTokens: { total: output } };
      controller.enqueue({ type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage });
      controller.close();
    },
  });
}
