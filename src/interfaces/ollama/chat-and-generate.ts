import { collect } from '../../answer/collect.ts';
import type { Answer } from '../../core/answer.ts';
import { textWithError } from '../../render/text-with-error.ts';
import { questionOf, type RequestDeps } from '../conversation/request-answer.ts';
import { refuseWithoutText } from '../conversation/written-answer.ts';
import type { InterfaceCall, InterfaceDeps } from '../http/interface-deps.ts';
import { replyWithStream } from '../http/stream.ts';
import { checkedData } from '../openai/data/checked-data.ts';
import { decide } from '../openai/tools/decide.ts';
import { replyWithFrames } from '../openai/tools/reply-with-frames.ts';
import { toCallLines, toWholeCalls } from './call-lines.ts';
import { type LinesOptions, lineHeaders, toLines, toLoaded, toWhole } from './lines.ts';
import { type OllamaDemand, readChatBody, readGenerateBody } from './request.ts';

/** The parts of the service that answer clients of Ollama. */
export type OllamaDeps = RequestDeps & Pick<InterfaceDeps, 'forms' | 'status'>;

/** `POST /api/chat`. @throws the failures of the answer, and Failure for an invalid request */
export function replyToOllamaChat(call: InterfaceCall, deps: OllamaDeps): Promise<void> {
  const toField = (content: string) => ({ message: { role: 'assistant', content } });
  return replyTo(readChatBody(call.request.body), toField, { call, deps });
}

/** `POST /api/generate`. @throws the same as `replyToOllamaChat` */
export function replyToGenerate(call: InterfaceCall, deps: OllamaDeps): Promise<void> {
  return replyTo(readGenerateBody(call.request.body), (response) => ({ response }), { call, deps });
}

async function replyTo(
  demand: OllamaDemand,
  toField: LinesOptions['toField'],
  { call, deps }: { readonly call: InterfaceCall; readonly deps: OllamaDeps },
): Promise<void> {
  const { reply } = call;
  const { named, data, model } = demand;
  if (demand.isEmpty) return void (await reply.send(toLoaded({ named, toField })));
  const startedAtMs = performance.now();
  const question = questionOf(demand, call, deps);
  const decision = await decide(demand, { call, deps, question });
  if (decision.type === 'calls') {
    const options = { named, calls: decision.calls, answer: decision.answer, startedAtMs };
    if (!demand.isStreamed) return void (await reply.send(toWholeCalls(options)));
    return replyWithFrames(call, toCallLines(options), { headers: lineHeaders });
  }
  const { events } = decision;
  const written = model === 'sayso' || model === 'sayso-deep' ? withSources : textWithError;
  const finished = data === null ? written : (answer: Answer) => checkedData(answer, data);
  const options = { named, toField, finished, isHeldBack: data !== null };
  if (!demand.isStreamed) {
    const { answer } = await collect(events);
    refuseWithoutText(answer);
    return void (await reply.send(toWhole(options, answer, startedAtMs)));
  }
  await replyWithStream(call, events, toLines(options));

  /** Ollama's interface has no field for sources, so they follow the text. */
  function withSources(answer: Answer): string {
    return deps.forms['text/markdown'](answer, question).trimEnd();
  }
}
