import { citationPositions } from '@sayso/markdown';
import type { AnswerEvent } from '../../core/events.ts';
import type { DataForm, Question } from '../../core/question.ts';
import { runOfCall } from '../http/call-service.ts';
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
  const run = runOfCall(deps, call, question);
  switch (MODES[model]) {
    case 'answer':
    case 'research':
      return deps.ask(run);
    case 'speech':
      return speaking(deps.ask)(run);
    case 'passages':
      return passagesAsAnswer(deps.gather)({ ...run, question: forPassages(question) });
  }
}

/** The events, and the places in the text that cite sources, with quotes if the caller wants them. */
export function citingOf(demand: Pick<Demand, 'model' | 'data' | 'quotes'>, context: ReplyContext): Citing {
  const citing = { events: eventsOf(demand, context), findPlaces: placesIn(demand) };
  return demand.quotes === true ? quoting(citing) : citing;
}

/** Finds the places in the answer's text that cite sources; data and speech have no citations. */
function placesIn({ model, data }: Pick<Demand, 'model' | 'data'>): FindQuotes {
  if (data !== null || MODES[model] === 'speech') return () => [];
  if (MODES[model] === 'passages') return headingPositions;
  return (text, sources) => citationPositions(text, sources.length);
}
