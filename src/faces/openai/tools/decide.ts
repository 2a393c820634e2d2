import { timingOfFinding } from '../../../answer/budget.ts';
import { collect } from '../../../answer/collect.ts';
import type { AnswerEvent, Answerer } from '../../../core/events.ts';
import { Failure } from '../../../core/failure.ts';
import type { ChooseAnswer, ChosenAnswer, FunctionCall } from '../../../core/function-call.ts';
import { mapped } from '../../../core/mapped.ts';
import { fieldOf } from '../../../core/own.ts';
import { SEARCH_FUNCTION, searchFunction } from '../../../core/search-function.ts';
import type { Answer, Question } from '../../../core/terms.ts';
import { firstChars } from '../../../core/text.ts';
import { callerSignal } from '../../http/caller.ts';
import type { FaceCall } from '../../http/face-parts.ts';
import { checkedData } from '../data/checked-data.ts';
import { type AskingParts, citingOf, type Demand } from '../shared/asking.ts';
import { MODES } from '../shared/models.ts';
import type { Citing } from '../shared/quoting.ts';
import { speaking } from '../shared/speaking.ts';
import { refuseWithoutText } from '../shared/written-answer.ts';
import type { ToolDemand } from './tool-demand.ts';
import { validCalls } from './valid-calls.ts';

/** What the reply to a request is. */
export type Decided =
  /** Calls of the caller's functions. `answer` has the sources of their arguments, and the tokens. */
  | { readonly type: 'calls'; readonly calls: readonly FunctionCall[]; readonly answer: Answer }
  /** A text from the results of earlier calls, without a search. */
  | ({ readonly type: 'text' } & Citing)
  /** An answer from the web. */
  | ({ readonly type: 'search' } & Citing);

/** A request that may offer functions. */
type ToolAsked = Demand & { readonly tools: ToolDemand };

type On = { readonly call: FaceCall; readonly parts: AskingParts; readonly question: Question };

/** The longest time of the choice: a search may have to follow. Half of a short deadline is left for it. */
const MAX_CHOICE_MS = 15_000;
const CHOICE_SHARE = 0.5;
/** A text of more characters is not the beginning of a call. */
const MAX_PREAMBLE_CHARS = 600;
const MAX_TEXT_CHARS = 16_000;
const LEAST_SEARCH_MS = 1000;

/**
 * Decides what the reply is. A function that has to be called gets its arguments from a search. Otherwise, if
 * there are functions or results of calls, the model chooses first, and there is a search if no function
 * fits, or if the model fails.
 * @throws the failures of the answer, if calls are its result; Failure `model-unavailable` if a call is
 *   required and the model makes none
 */
export async function decide(asked: ToolAsked, on: On): Promise<Decided> {
  const { forced, functions, choice, turns } = asked.tools;
  const { parts } = on;
  if (forced !== null && asked.data !== null) return callForced(asked, forced.name, on);
  const isContinued = turns.at(-1)?.role === 'result';
  const isSearch = MODES[asked.model] === 'passages' || (functions.length === 0 && !isContinued);
  const { chooseAnswer } = parts.houseFor(on.call.request);
  if (isSearch || chooseAnswer === null) return required(choice, searching(asked, on));
  const startedAtMs = performance.now();
  const chosen = await choose(chooseAnswer, asked, on);
  const spentMs = performance.now() - startedAtMs;
  const calls = functionCalls(chosen, asked.tools);
  if (chosen !== null && calls.length > 0) return { type: 'calls', calls, answer: chosen.answer };
  const query = searchQuery(chosen);
  const hasText = query === null && chosen !== null && chosen.answer.text.trim() !== '';
  if (isContinued && hasText) return required(choice, telling(asked, chosen.answer, on));
  const text = isContinued && query !== null ? firstChars(query, parts.maxMessageChars) : on.question.text;
  const deadlineMs = Math.max(LEAST_SEARCH_MS, on.question.deadlineMs - spentMs);
  const search = searching(asked, { ...on, question: { ...on.question, text, deadlineMs } });
  return required(choice, withTokens(search, chosen?.answer.tokensUsed ?? 0));
}

/** @throws Failure `model-unavailable` if a call is required, because this decision has none */
function required(choice: 'auto' | 'required', decision: Decided): Decided {
  if (choice === 'auto') return decision;
  throw new Failure(
    'model-unavailable',
    'The language model called none of the functions, or cannot call any. Name one function in ' +
      '`tool_choice`, or leave `tool_choice` out.',
  );
}

/** If the results of the last call say what was wrong with it, the model is told. */
async function callForced(asked: ToolAsked, name: string, on: On): Promise<Decided> {
  const last = asked.tools.turns.at(-1);
  const complaint = last?.role === 'result' ? [last.text] : [];
  const style = [...complaint, on.question.style ?? ''].join('\n').trim();
  const question = style === '' ? on.question : { ...on.question, style };
  const { answer } = await collect(citingOf(asked, { ...on, question }).events);
  refuseWithoutText(answer);
  const data = checkedData(answer, asked.data ?? { schema: null });
  const call = { id: `call_${on.call.request.id}`, name, arguments: data };
  return { type: 'calls', calls: [call], answer };
}

function choose(chooseAnswer: ChooseAnswer, asked: ToolAsked, { call, question }: On) {
  const { functions, choice, turns, instructions } = asked.tools;
  const isContinued = turns.at(-1)?.role === 'result';
  const isTaken = functions.some(({ name }) => name === SEARCH_FUNCTION);
  const isOffered = choice === 'auto' && !isTaken;
  const choiceMs = Math.min(MAX_CHOICE_MS, question.deadlineMs * CHOICE_SHARE);
  const request = {
    ...{ instructions, turns, choice },
    functions: isOffered ? [...functions, searchFunction] : functions,
    ...(isContinued && asked.data !== null && { data: asked.data }),
    maxChars: isContinued ? MAX_TEXT_CHARS : MAX_PREAMBLE_CHARS,
    timeoutMs: isContinued ? question.deadlineMs : choiceMs,
  };
  return chooseAnswer(request, callerSignal(call.reply, call.stopping));
}

/** The calls of the caller's functions; none if one of them is not valid. */
function functionCalls(chosen: ChosenAnswer | null, { functions, mostCalls }: ToolDemand) {
  const calls = chosen?.calls.filter((call) => !isSearchCall(call, functions)) ?? [];
  return (validCalls(calls, functions) ?? []).slice(0, mostCalls);
}

function isSearchCall({ name }: FunctionCall, functions: ToolDemand['functions']): boolean {
  return name === SEARCH_FUNCTION && !functions.some((each) => each.name === name);
}

/** The query of a search that the model asked for; null if it asked for none. */
function searchQuery(chosen: ChosenAnswer | null): string | null {
  const call = chosen?.calls.find(({ name }) => name === SEARCH_FUNCTION);
  const [valid] = call === undefined ? [] : (validCalls([call], [searchFunction]) ?? []);
  if (valid === undefined) return null;
  const query = fieldOf(JSON.parse(valid.arguments), 'query');
  return typeof query === 'string' && query.trim() !== '' ? query : null;
}

function searching(asked: Demand, on: On): Decided {
  return { type: 'search', ...citingOf(asked, on) };
}

/** A text that the model wrote without a search, in the form of the requested model. */
function telling({ model }: Demand, answer: Answer, { call, parts, question }: On): Decided {
  const told: Answerer = async function* told(): AsyncGenerator<AnswerEvent> {
    yield { type: 'sources', sources: [], language: answer.language };
    yield { type: 'answer-delta', text: answer.text };
    yield { type: 'timing', timing: timingOfFinding(0) };
    yield { type: 'answer-end', answer };
  };
  const answerer = MODES[model] === 'speech' ? speaking(told, parts.derived.sentence) : told;
  const events = answerer(question, callerSignal(call.reply, call.stopping));
  return { type: 'text', events, findPlaces: () => [] };
}

/** Adds the tokens of the choice to those of the answer. */
function withTokens(decision: Decided, tokens: number): Decided {
  if (decision.type !== 'search' || tokens === 0) return decision;
  const events = mapped(decision.events, (event) =>
    event.type === 'answer-end'
      ? { ...event, answer: { ...event.answer, tokensUsed: event.answer.tokensUsed + tokens } }
      : event,
  );
  return { ...decision, events };
}
