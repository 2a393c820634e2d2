import { collect } from '../../../answer/collect.ts';
import type { Answer } from '../../../core/answer.ts';
import { timingOfFinding } from '../../../core/budget.ts';
import { remainingMs } from '../../../core/deadline.ts';
import type { AnswerEvent } from '../../../core/events.ts';
import { Failure } from '../../../core/failure.ts';
import type { ChooseAnswer, ChosenAnswer, FunctionCall } from '../../../core/function-call.ts';
import { mapped } from '../../../core/mapped.ts';
import type { Question } from '../../../core/question.ts';
import { SEARCH_FUNCTION, searchFunction } from '../../../core/search-function.ts';
import { fieldOf } from '../../../lib/text/own-value.ts';
import { firstChars } from '../../../lib/text/text.ts';
import { MODES } from '../../conversation/models.ts';
import type { Citing } from '../../conversation/quoting.ts';
import { citingOf, type Demand, type RequestDeps } from '../../conversation/request-answer.ts';
import { speaking } from '../../conversation/speaking.ts';
import { refuseWithoutText } from '../../conversation/written-answer.ts';
import { callerSignal } from '../../http/caller.ts';
import type { InterfaceCall } from '../../http/interface-deps.ts';
import { checkedData } from '../data/data-form.ts';
import type { ToolDemand } from './offered-functions.ts';
import { validCalls } from './valid-calls.ts';

/** A request for the next message of a conversation. */
export type ConversationDemand = Demand & { readonly isStreamed: boolean; readonly tools: ToolDemand };

/** What the reply to a request is: a text, or calls of the caller's functions. */
export type Decided = Citing & {
  /** If there are any, the answer has their sources and tokens, and its text does not count. */
  readonly calls: readonly FunctionCall[];
  /** Whether the web was searched for the text. */
  readonly isFromSearch: boolean;
};

type DecideDeps = { readonly call: InterfaceCall; readonly deps: RequestDeps; readonly question: Question };

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
export async function decide(demand: ConversationDemand, on: DecideDeps): Promise<Decided> {
  const { forced, functions, choice, turns } = demand.tools;
  const { deps } = on;
  if (forced !== null && demand.data !== null) return callForced(demand, forced.name, on);
  const isContinued = turns.at(-1)?.role === 'result';
  const isSearch = MODES[demand.model] === 'passages' || (functions.length === 0 && !isContinued);
  const { chooseAnswer } = deps.serviceFor(on.call.request);
  if (isSearch || chooseAnswer === null) return requireCalls(choice, searchDecision(demand, on));
  const chosen = await choose(chooseAnswer, demand, on);
  const calls = functionCalls(chosen, demand.tools);
  if (chosen !== null && calls.length > 0) return callsDecision(calls, chosen.answer);
  const query = searchQuery(chosen);
  const hasText = query === null && chosen !== null && chosen.answer.text.trim() !== '';
  if (isContinued && hasText) return requireCalls(choice, textDecision(demand, chosen.answer, on));
  const text = isContinued && query !== null ? firstChars(query, deps.maxMessageChars) : on.question.text;
  const deadlineAtMs = Math.max(performance.now() + MIN_SEARCH_MS, on.question.deadlineAtMs);
  const search = searchDecision(demand, { ...on, question: { ...on.question, text, deadlineAtMs } });
  return requireCalls(choice, withTokens(search, chosen?.answer.tokensUsed ?? 0));
}

/** @throws Failure `model-unavailable` if a call is required, because this decision has none */
function requireCalls(choice: 'auto' | 'required', decision: Decided): Decided {
  if (choice === 'auto') return decision;
  throw new Failure(
    'model-unavailable',
    'The language model called none of the functions, or cannot call any. Name one function in ' +
      '`tool_choice`, or leave `tool_choice` out.',
  );
}

/** If the results of the last call say what was wrong with it, the model gets them, too. */
async function callForced(demand: ConversationDemand, name: string, on: DecideDeps): Promise<Decided> {
  const last = demand.tools.turns.at(-1);
  const complaint = last?.role === 'result' ? [last.text] : [];
  const style = [...complaint, on.question.style ?? ''].join('\n').trim();
  const question = style === '' ? on.question : { ...on.question, style };
  const { answer } = await collect(citingOf(demand, { ...on, question }).events);
  refuseWithoutText(answer);
  const data = checkedData(answer, demand.data ?? { schema: null });
  return callsDecision([{ id: `call_${on.call.request.id}`, name, arguments: data }], answer);
}

function choose(chooseAnswer: ChooseAnswer, demand: ConversationDemand, { call, question }: DecideDeps) {
  const { functions, choice, turns, instructions } = demand.tools;
  const isContinued = turns.at(-1)?.role === 'result';
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

function searchDecision(demand: Demand, on: DecideDeps): Decided {
  return { ...citingOf(demand, on), calls: [], isFromSearch: true };
}

function callsDecision(calls: readonly FunctionCall[], answer: Answer): Decided {
  return { events: eventsOf(answer), findPlaces: () => [], calls, isFromSearch: false };
}

/** A text that the model wrote without a search, in the form of the requested model. */
function textDecision({ model }: Demand, answer: Answer, { call, deps, question }: DecideDeps): Decided {
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
function withTokens(decision: Decided, tokens: number): Decided {
  if (tokens === 0) return decision;
  const events = mapped(decision.events, (event) =>
    event.type === 'answer-end'
      ? { ...event, answer: { ...event.answer, tokensUsed: event.answer.tokensUsed + tokens } }
      : event,
  );
  return { ...decision, events };
}
