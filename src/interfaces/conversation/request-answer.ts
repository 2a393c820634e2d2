import type { AnswerEvent } from '../../core/events.ts';
import type { DataForm, Question } from '../../core/question.ts';
import { callerSignal } from '../http/caller.ts';
import type { InterfaceCall, InterfaceDeps } from '../http/interface-deps.ts';
import type { Conversation } from './conversation.ts';
import { MODES, type ModeName } from './models.ts';
import { forPassages, headingPositions, passagesAsAnswer } from './passages.ts';
import { type Citing, quoting } from './quoting.ts';
import type { SearchOptions } from './search-options.ts';
import { speaking } from './speaking.ts';
import type { FindQuotes } from './url-citations.ts';

/** The content of one request. */
export type Demand = {
  readonly model: ModeName;
  readonly conversation: Conversation;
  readonly search: SearchOptions;
  /** The form of an answer that is data; null for prose. */
  readonly data: DataForm | null;
  /** The caller's reasoning effort; `questionOfDemand` makes the answer deep if it is high. */
  readonly effort?: string | null | undefined;
  /** Whether the citations include quotes from their sources. */
  readonly quotes?: boolean | null | undefined;
};

/** A request, the parts of the service that answer it, and its question. */
export type ReplyContext = {
  readonly call: InterfaceCall;
  readonly deps: InterfaceDeps;
  readonly question: Question;
};

/** The events of the answer, which stop when the caller disconnects or the service stops. */
function eventsOf(
  { model }: Pick<Demand, 'model'>,
  { call, deps, question }: ReplyContext,
): AsyncGenerator<AnswerEvent> {
  const { request, reply, stopping } = call;
  const signal = callerSignal(reply, stopping);
  const { answer, gather } = deps.serviceFor(request);
  switch (MODES[model]) {
    case 'answer':
    case 'research':
      return answer(question, signal);
    case 'speech':
      return speaking(answer, deps.derived.sentence)(question, signal);
    case 'passages':
      return passagesAsAnswer(gather)(forPassages(question), signal);
  }
}

/** The events, and the places in the text that cite sources, with quotes if the caller wants them. */
export function citingOf(demand: Pick<Demand, 'model' | 'data' | 'quotes'>, context: ReplyContext): Citing {
  const { deps } = context;
  const citing = { events: eventsOf(demand, context), findPlaces: placesIn(demand, deps) };
  return demand.quotes === true ? quoting(citing, deps.judgeAnswer) : citing;
}

/** Finds the places in the answer's text that cite sources; data and speech have no citations. */
function placesIn({ model, data }: Pick<Demand, 'model' | 'data'>, deps: InterfaceDeps): FindQuotes {
  if (data !== null || MODES[model] === 'speech') return () => [];
  if (MODES[model] === 'passages') return headingPositions;
  return (text, sources) => deps.citations(text, sources.length);
}
