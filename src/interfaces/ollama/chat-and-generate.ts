import type { RequestDeps } from '../conversation/request-answer.ts';
import type { InterfaceCall, InterfaceDeps } from '../http/interface-deps.ts';
import { type ReplyFormat, replyToConversation } from '../openai/tools/reply-to-conversation.ts';
import { type LinesOptions, toLoaded, toOllamaFormat } from './lines.ts';
import { type OllamaDemand, readChatBody, readGenerateBody } from './request.ts';

/** The parts of the service that answer clients of Ollama. */
export type OllamaDeps = RequestDeps & Pick<InterfaceDeps, 'forms' | 'status'>;

/** `POST /api/chat`. @throws the failures of the answer, and Failure for an invalid request */
export function replyToOllamaChat(call: InterfaceCall, deps: OllamaDeps): Promise<void> {
  const toField: LinesOptions['toField'] = (content, calls) => ({
    message: { role: 'assistant', content, ...calls },
  });
  return replyTo(readChatBody(call.request.body), toField, { call, deps });
}

/** `POST /api/generate`. @throws the same as `replyToOllamaChat` */
export function replyToGenerate(call: InterfaceCall, deps: OllamaDeps): Promise<void> {
  return replyTo(readGenerateBody(call.request.body), (response) => ({ response }), { call, deps });
}

async function replyTo(
  demand: OllamaDemand,
  toField: LinesOptions['toField'],
  on: { readonly call: InterfaceCall; readonly deps: OllamaDeps },
): Promise<void> {
  const { named, model } = demand;
  if (demand.isEmpty) return void (await on.call.reply.send(toLoaded({ named, toField })));
  const format = toOllamaFormat({ named, toField, startedAtMs: performance.now() });
  // Ollama's interface has no field for sources, so they follow the text.
  const toText: ReplyFormat['toText'] = (answer, question) =>
    on.deps.forms['text/markdown'](answer, question).trimEnd();
  const hasSources = model === 'sayso' || model === 'sayso-deep';
  await replyToConversation(demand, hasSources ? { ...format, toText } : format, on);
}
