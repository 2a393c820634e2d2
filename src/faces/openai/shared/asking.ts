import { byDepth, type Depth } from '../../../core/depth.ts';
import type { AnswerEvent } from '../../../core/events.ts';
import { Failure } from '../../../core/failure.ts';
import { checkedText } from '../../../core/question.ts';
import type { DataForm, Question } from '../../../core/terms.ts';
import { callerSignal } from '../../http/caller.ts';
import type { FaceCall, FaceParts } from '../../http/face-parts.ts';
import { questionOfCall } from '../../http/question-of-call.ts';
import type { Conversation } from './conversation.ts';
import { MODES, type ModeName } from './models.ts';
import { forPassages, headingPlaces, tellingPassages } from './passages.ts';
import { type Citing, quoting } from './quoting.ts';
import { type SearchOptions, toSearch } from './search-options.ts';
import { SPEECH_DEADLINE_MS, speaking } from './speaking.ts';
import type { FindPlaces } from './url-citations.ts';

/** The content of one request. */
export type Demand = {
  readonly model: ModeName;
  readonly conversation: Conversation;
  readonly search: SearchOptions;
  /** The form of an answer that is data; null for prose. */
  readonly data: DataForm | null;
  /** The caller's reasoning effort; `high` makes the answer deep. */
  readonly effort?: string | null | undefined;
  /** Whether the citations include quotes from their sources. */
  readonly quotes?: boolean | null | undefined;
};

const DEEP_EFFORT = 'high';
const QUESTION = 'The last message of the user';

/** The parts of the service that answer these requests. */
export type AskingParts = Pick<
  FaceParts,
  | 'houseFor'
  | 'derived'
  | 'citations'
  | 'judgeAnswer'
  | 'answerDeadlineMs'
  | 'deepDeadlineMs'
  | 'maxMessageChars'
>;

/**
 * The question that a request asks.
 * @throws Failure `invalid-question` if there is no question, only an image, or it is too long
 */
export function questionOf(asked: Demand, call: FaceCall, parts: AskingParts): Question {
  const { conversation, data } = asked;
  const { text, history, style, sent, isUnreadable } = conversation;
  if (isUnreadable)
    throw new Failure('invalid-question', `${QUESTION} has no text; images and files are not read.`);
  const mode = MODES[asked.model];
  if (data !== null && mode !== 'answer' && mode !== 'research')
    throw new Failure('invalid-question', `\`${asked.model}\` writes no JSON: use \`sayso\`.`);
  const mostMs = mode === 'speech' ? SPEECH_DEADLINE_MS : Number.POSITIVE_INFINITY;
  const isDeep = mode === 'research' || (mode === 'answer' && asked.effort === DEEP_EFFORT);
  const depth: Depth = isDeep ? 'deep' : 'quick';
  const deadlines = { quick: Math.min(parts.answerDeadlineMs, mostMs), deep: parts.deepDeadlineMs };
  const { maxMessageChars: maxQueryChars } = parts;
  const inquiry = {
    text: checkedText(text, { maxQueryChars, name: QUESTION }),
    ...{ history, sent, depth, deadlineMs: byDepth(depth, deadlines) },
    ...toSearch(asked.search),
    ...(style !== '' && { style }),
    ...(data !== null && { data }),
  };
  const question = questionOfCall(inquiry, call);
  // A cached answer that does not match its schema would be wrong for as long as it is cached.
  return data === null ? question : { ...question, fresh: true };
}

/** The events of the answer, which stop when the caller disconnects or the service stops. */
function eventsOf(
  { model }: Pick<Demand, 'model'>,
  {
    call,
    parts,
    question,
  }: { readonly call: FaceCall; readonly parts: AskingParts; readonly question: Question },
): AsyncGenerator<AnswerEvent> {
  const { request, reply, stopping } = call;
  const signal = callerSignal(reply, stopping);
  const { answer, gather } = parts.houseFor(request);
  switch (MODES[model]) {
    case 'answer':
    case 'research':
      return answer(question, signal);
    case 'speech':
      return speaking(answer, parts.derived.sentence)(question, signal);
    case 'passages':
      return tellingPassages(gather)(forPassages(question), signal);
  }
}

/** The events, and the places in the text that cite sources, with quotes if the caller wants them. */
export function citingOf(
  asked: Pick<Demand, 'model' | 'data' | 'quotes'>,
  on: { readonly call: FaceCall; readonly parts: AskingParts; readonly question: Question },
): Citing {
  const { parts } = on;
  const citing = { events: eventsOf(asked, on), findPlaces: placesIn(asked, parts) };
  return asked.quotes === true ? quoting(citing, parts.judgeAnswer) : citing;
}

/** Finds the places in the answer's text that cite sources; data and speech have no citations. */
function placesIn({ model, data }: Pick<Demand, 'model' | 'data'>, parts: AskingParts): FindPlaces {
  if (data !== null || MODES[model] === 'speech') return () => [];
  if (MODES[model] === 'passages') return headingPlaces;
  return (text, sources) => parts.citations(text, sources.length);
}
