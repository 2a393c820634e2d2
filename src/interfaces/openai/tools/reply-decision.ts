import type { Answer } from '../../../core/answer.ts';
import { timingOfFinding } from '../../../core/budget.ts';
import type { AnswerEvent } from '../../../core/events.ts';
import type { FunctionCall } from '../../../core/function-call.ts';
import { mapped } from '../../../core/mapped.ts';
import { MODES } from '../../conversation/models.ts';
import type { Citing } from '../../conversation/quoting.ts';
import { citingOf, type Demand, type ReplyContext } from '../../conversation/request-answer.ts';
import { speaking } from '../../conversation/speaking.ts';
import { callerSignal } from '../../http/caller.ts';

/** What the reply to a request is: a text, or calls of the caller's functions. */
export type ReplyDecision = Citing & {
  /** If there are any, the answer has their sources and tokens, and its text does not count. */
  readonly calls: readonly FunctionCall[];
  /** Whether the web was searched for the text. */
  readonly isFromSearch: boolean;
};

/** The reply is the answer of a search. */
export function searchDecision(demand: Demand, context: ReplyContext): ReplyDecision {
  return { ...citingOf(demand, context), calls: [], isFromSearch: true };
}

/** The reply is calls of the caller's functions, with the sources and tokens of `answer`. */
export function callsDecision(calls: readonly FunctionCall[], answer: Answer): ReplyDecision {
  return { events: eventsOf(answer), findPlaces: () => [], calls, isFromSearch: false };
}

/** A text that the model wrote without a search, in the form of the requested model. */
export function textDecision(
  { model }: Demand,
  answer: Answer,
  { call, deps, question }: ReplyContext,
): ReplyDecision {
  const write = () => eventsOf(answer);
  const answerer = MODES[model] === 'speech' ? speaking(write, deps.derived.sentence) : write;
  const events = answerer(question, callerSignal(call.reply, call.stopping));
  return { events, findPlaces: () => [], calls: [], isFromSearch: false };
}

async function* eventsOf(answer: Answer): AsyncGenerator<AnswerEvent> {
  yield { type: 'sources', sources: answer.sources, language: answer.language };
  yield { type: 'answer-delta', text: answer.text };
  yield { type: 'timing', timing: timingOfFinding(0) };
  yield { type: 'answer-end', answer };
}

/** Adds the tokens of the choice to those of the answer. */
export function withTokens(decision: ReplyDecision, tokens: number): ReplyDecision {
  const events = mapped(decision.events, (event) =>
    event.type === 'answer-end'
      ? { ...event, answer: { ...event.answer, tokensUsed: event.answer.tokensUsed + tokens } }
      : event,
  );
  return { ...decision, events };
}
