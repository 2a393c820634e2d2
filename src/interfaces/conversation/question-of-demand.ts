import { Failure } from '../../core/failure.ts';
import { byDepth, type Depth, type Question } from '../../core/question.ts';
import { checkedText } from '../http/checked-text.ts';
import type { InterfaceCall, InterfaceDeps } from '../http/interface-deps.ts';
import { questionOfCall } from '../http/question-of-call.ts';
import { MODES } from './models.ts';
import type { Demand } from './request-answer.ts';
import { toSearch } from './search-options.ts';
import { SPEECH_DEADLINE_MS } from './speaking.ts';

/** The reasoning effort that asks for a deep answer; the presets that do are in `models.ts`. */
const DEEP_EFFORT = 'high';
const QUESTION = 'The last message of the user';

/** The longest message, in characters: a program may send a whole text with its task. */
const MAX_MESSAGE_CHARS = 50_000;

/**
 * The question that a request asks, and whether its answer is deep.
 * @throws Failure `invalid-question` if there is no question, only an image, or it is too long
 */
export function questionOfDemand(demand: Demand, call: InterfaceCall, deps: InterfaceDeps): Question {
  const { conversation, data } = demand;
  const { text, history, style, sent, isUnreadable } = conversation;
  if (isUnreadable)
    throw new Failure('invalid-question', `${QUESTION} has no text; images and files are not read.`);
  const mode = MODES[demand.model];
  if (data !== null && mode !== 'answer' && mode !== 'research')
    throw new Failure('invalid-question', `\`${demand.model}\` writes no JSON: use \`sayso\`.`);
  const maxMs = mode === 'speech' ? SPEECH_DEADLINE_MS : Number.POSITIVE_INFINITY;
  const depth = depthOf(demand);
  const timeoutsMs = { quick: Math.min(deps.answerDeadlineMs, maxMs), deep: deps.deepDeadlineMs };
  const inquiry = {
    text: checkedText(text, { maxQueryChars: MAX_MESSAGE_CHARS, name: QUESTION }),
    history,
    sent,
    depth,
    timeoutMs: byDepth(depth, timeoutsMs),
    ...toSearch(demand.search),
    ...(style !== '' && { style }),
    ...(data !== null && { data }),
  };
  const question = questionOfCall(inquiry, call);
  // A cached answer that does not match its schema would be wrong for as long as it is cached.
  return data === null ? question : { ...question, fresh: true };
}

function depthOf({ model, effort }: Pick<Demand, 'model' | 'effort'>): Depth {
  const mode = MODES[model];
  return mode === 'research' || (mode === 'answer' && effort === DEEP_EFFORT) ? 'deep' : 'quick';
}
