import { collect } from '../../../answer/collect.ts';
import { remainingMs } from '../../../core/deadline.ts';
import { Failure } from '../../../core/failure.ts';
import type { ChooseAnswer, ChosenAnswer, FunctionCall } from '../../../core/function-call.ts';
import { SEARCH_FUNCTION, searchFunction } from '../../../core/search-function.ts';
import { fieldOf } from '../../../lib/text/own-value.ts';
import { firstChars } from '../../../lib/text/text.ts';
import { MODES } from '../../conversation/models.ts';
import { citingOf, type Demand, type ReplyContext } from '../../conversation/request-answer.ts';
import { refuseWithoutText } from '../../conversation/written-answer.ts';
import { callerSignal } from '../../http/caller.ts';
import { checkedData } from '../data/data-form.ts';
import type { ToolDemand } from './offered-functions.ts';
import {
  callsDecision,
  type ReplyDecision,
  searchDecision,
  textDecision,
  withTokens,
} from './reply-decision.ts';
import { validCalls } from './valid-calls.ts';

/** A request for the next message of a conversation. */
export type ConversationDemand = Demand & { readonly isStreamed: boolean; readonly tools: ToolDemand };

/** The longest time of the choice: a search may have to follow. Half of a short deadline is left for it. */
const MAX_CHOICE_MS = 15_000;
const CHOICE_SHARE = 0.5;
/** A text of more characters is not the beginning of a call. */
const MAX_PREAMBLE_CHARS = 600;
const MAX_TEXT_CHARS = 16_000;
const MIN_SEARCH_MS = 1000;

/**
 * Decides what the reply is. A function that has to be called gets its arguments from a search. Otherwise, if
 * there are functions or results of calls, the model chooses first, and there is a search if no function
 * fits, or if the model fails.
 * @throws the failures of the answer, if calls are its result; Failure `model-unavailable` if a call is
 *   required and the model makes none
 */
export async function decideReply(demand: ConversationDemand, context: ReplyContext): Promise<ReplyDecision> {
  const { forced, functions, choice, isContinued } = demand.tools;
  const { deps } = context;
  if (forced !== null && demand.data !== null) return callForced(demand, forced.name, context);
  const isOnlySearch = MODES[demand.model] === 'passages' || (functions.length === 0 && !isContinued);
  const { chooseAnswer } = deps.serviceFor(context.call.request);
  if (isOnlySearch || chooseAnswer === null) return requireCalls(choice, searchDecision(demand, context));
  const chosen = await chooseByModel(chooseAnswer, demand, context);
  const calls = functionCalls(chosen, demand.tools);
  if (chosen !== null && calls.length > 0) return callsDecision(calls, chosen.answer);
  const query = searchQuery(chosen);
  const hasText = query === null && chosen !== null && chosen.answer.text.trim() !== '';
  if (isContinued && hasText) return requireCalls(choice, textDecision(demand, chosen.answer, context));
  const text =
    isContinued && query !== null ? firstChars(query, deps.maxMessageChars) : context.question.text;
  const deadlineAtMs = Math.max(performance.now() + MIN_SEARCH_MS, context.question.deadlineAtMs);
  const search = searchDecision(demand, {
    ...context,
    question: { ...context.question, text, deadlineAtMs },
  });
  return requireCalls(choice, withTokens(search, chosen?.answer.tokensUsed ?? 0));
}

/** @throws Failure `model-unavailable` if a call is required, because this decision has none */
function requireCalls(choice: 'auto' | 'required', decision: ReplyDecision): ReplyDecision {
  if (choice === 'auto') return decision;
  throw new Failure(
    'model-unavailable',
    'The language model called none of the functions, or cannot call any. Name one function in ' +
      '`tool_choice`, or leave `tool_choice` out.',
  );
}

/** If the results of the last call say what was wrong with it, the model gets them, too. */
async function callForced(
  demand: ConversationDemand,
  name: string,
  context: ReplyContext,
): Promise<ReplyDecision> {
  const last = demand.tools.turns.at(-1);
  const complaint = last?.role === 'result' ? [last.text] : [];
  const style = [...complaint, context.question.style ?? ''].join('\n').trim();
  const question = style === '' ? context.question : { ...context.question, style };
  const { answer } = await collect(citingOf(demand, { ...context, question }).events);
  refuseWithoutText(answer);
  const data = checkedData(answer, demand.data ?? { schema: null });
  return callsDecision([{ id: `call_${context.call.request.id}`, name, arguments: data }], answer);
}

function chooseByModel(
  chooseAnswer: ChooseAnswer,
  demand: ConversationDemand,
  { call, question }: ReplyContext,
) {
  const { functions, choice, turns, isContinued, instructions } = demand.tools;
  const isTaken = functions.some(({ name }) => name === SEARCH_FUNCTION);
  const isOffered = choice === 'auto' && !isTaken;
  const leftMs = remainingMs(question.deadlineAtMs);
  const choiceMs = Math.min(MAX_CHOICE_MS, leftMs * CHOICE_SHARE);
  const request = {
    instructions,
    turns,
    choice,
    functions: isOffered ? [...functions, searchFunction] : functions,
    ...(isContinued && demand.data !== null && { data: demand.data }),
    maxChars: isContinued ? MAX_TEXT_CHARS : MAX_PREAMBLE_CHARS,
    timeoutMs: isContinued ? leftMs : choiceMs,
  };
  return chooseAnswer(request, callerSignal(call.reply, call.stopping));
}

/** The calls of the caller's functions; none if one of them is not valid. */
function functionCalls(chosen: ChosenAnswer | null, { functions, maxCalls }: ToolDemand) {
  const isOwn = (call: FunctionCall) =>
    call.name !== SEARCH_FUNCTION || functions.some(({ name }) => name === SEARCH_FUNCTION);
  return (validCalls(chosen?.calls.filter(isOwn) ?? [], functions) ?? []).slice(0, maxCalls);
}

/** The query of a search that the model asked for; null if it asked for none. */
function searchQuery(chosen: ChosenAnswer | null): string | null {
  const call = chosen?.calls.find(({ name }) => name === SEARCH_FUNCTION);
  const [valid] = call === undefined ? [] : (validCalls([call], [searchFunction]) ?? []);
  const query = valid && fieldOf(JSON.parse(valid.arguments), 'query');
  return typeof query === 'string' && query.trim() !== '' ? query : null;
}
