import { citationPositions, linkHostsOf, toPlainAddress, toPlainMarkdown } from '@sayso/markdown';
import { judgeStatements } from '../../answer/add-statements.ts';
import { searchedForOf, slotOf } from '../../answer/decision.ts';
import type { Answer, CitationPosition } from '../../core/answer.ts';
import { timingOfFinding } from '../../core/budget.ts';
import type { AnswerEvent, Evidence } from '../../core/events.ts';
import { Failure } from '../../core/failure.ts';
import { byDepth, type DataForm, type Depth, type Question } from '../../core/question.ts';
import { type Answerer, collect, type Derived } from '../../core/run.ts';
import type { KeptStream } from '../../core/service.ts';
import type { Source } from '../../core/source.ts';
import { textWithError } from '../../render/forms.ts';
import {
  type InterfaceCall,
  type InterfaceDeps,
  isCertain,
  refuseFailed,
  runOfCall,
} from '../http/call-service.ts';
import { framesOf, replyWithStream, type StreamFormat } from '../http/stream.ts';
import { checkedText, questionOfCall } from '../http/to-question.ts';
import type { Conversation } from './conversation.ts';
import { checkedData } from './data-form.ts';
import { type ChosenModel, nameOfModel } from './models.ts';
import { type SearchOptions, toSearch } from './search-options.ts';
import { type FindPlaces, WrittenText } from './written-text.ts';

/** A request for the next message of a conversation, in the terms of the service. */
export type Demand = ChosenModel & {
  readonly conversation: Conversation;
  readonly isStreamed: boolean;
  readonly search?: SearchOptions;
  /** The form of an answer that is data; null for prose. */
  readonly data: DataForm | null;
  /** The function whose arguments are the answer; null or absent for a text. */
  readonly forced?: { readonly name: string; readonly complaint: string } | null;
  /** The caller's reasoning effort. */
  readonly effort?: string | null | undefined;
  /** Whether the citations include quotes from their sources. */
  readonly quotes?: boolean | null | undefined;
};

/** Writes one streamed answer. */
export type AnswerWriter = Pick<StreamFormat<AnswerEvent>, 'failure' | 'start'> & {
  /** The text that an event adds to the reply; `piece` is what it adds to the answer's own text. */
  frame(event: AnswerEvent, piece: string): string;
};

/** How an interface writes its replies. */
export type ReplyFormat = Pick<StreamFormat<AnswerEvent>, 'end' | 'headers' | 'heartbeat' | 'split'> & {
  toBody(answer: Answer, written: WrittenText): object;
  /** Makes the writer of a streamed reply. */
  createWriter(written: WrittenText): AnswerWriter;
  /** The reply to a request whose answer is made in the background. */
  toBegun?(): object;
  /** The text of a whole answer in prose, if it differs from `textWithError`. */
  toText?(answer: Answer): string;
};

/**
 * Answers the last message of a conversation, whole or as a stream, in prose or as the arguments of a call. An
 * answer that is kept is made as a stream, also if nobody waits for it.
 * @throws the failures of the answer, and Failure for an invalid question
 */
export async function replyToConversation(
  demand: Demand,
  format: ReplyFormat,
  call: InterfaceCall,
  kept: KeptStream | null = null,
): Promise<void> {
  const { data, forced, quotes } = demand;
  const isStreamed = demand.isStreamed || kept !== null;
  const question = questionOf(demand, call);
  const written = new WrittenText({
    call: forced ? { id: `call_${call.request.id}`, name: forced.name } : null,
    isHeldBack: data !== null || !isStreamed,
    findPlaces: placesIn(demand),
    toWhole(answer) {
      refuseWithoutText(answer);
      return data === null ? (format.toText ?? textWithError)(answer) : checkedData(answer, data);
    },
  });
  const events = answererOf(demand, call.deps)(runOfCall(call, question, { signal: kept?.signal }));
  const quoted = quotes === true ? withQuotes(written, events) : events;
  if (isStreamed) {
    const writer = format.createWriter(written);
    const { start, failure } = writer;
    const frame = (event: AnswerEvent) => writer.frame(event, written.take(event));
    const streamed = { ...format, isCertain, start, failure, frame };
    if (demand.isStreamed) return replyWithStream(call, quoted, streamed, kept);
    kept?.record(framesOf(quoted, streamed, call.request));
    return void (await call.reply.send(format.toBegun?.()));
  }
  const { answer } = await collect(seenBy(written, quoted));
  written.take({ type: 'answer-end', answer });
  await call.reply.send(format.toBody(answer, written));
}

/** The events of a whole answer. Its text comes after them, because it may have to be refused. */
async function* seenBy(
  written: WrittenText,
  events: AsyncGenerator<AnswerEvent>,
): AsyncGenerator<AnswerEvent> {
  for await (const event of events) {
    if (event.type !== 'answer-end') written.take(event);
    yield event;
  }
}

/** The same events; the citations wait for the quotes, which are found when the answer is whole. */
async function* withQuotes(
  written: WrittenText,
  events: AsyncGenerator<AnswerEvent>,
): AsyncGenerator<AnswerEvent> {
  written.statements = null;
  for await (const event of events) {
    if (event.type === 'answer-end') written.statements = await judgeStatements(event.answer);
    yield event;
  }
}

/**
 * Refuses an answer without a text, as made by a service without a model.
 * @throws Failure `model-unavailable`
 */
function refuseWithoutText({ text, error }: Answer): void {
  if (text !== '') return;
  const alternative = 'The model `sayso-context` returns the passages that were found.';
  throw new Failure('model-unavailable', `${error ?? 'Nothing was written.'} ${alternative}`);
}

function answererOf({ model }: Demand, { ask, gather }: InterfaceDeps): Answerer {
  if (model === 'sayso-context') return passagesAsAnswer(gather);
  return model === 'sayso-voice' ? speaking(ask) : ask;
}

const SENTENCES: ReadonlySet<Derived> = new Set(['sentence']);

/** Makes the text of an answer its speech, sentence by sentence: without markup, citations and addresses. */
function speaking(ask: Answerer): Answerer {
  return async function* spoken(run) {
    for await (const event of ask({ ...run, wants: SENTENCES })) {
      if (event.type === 'sentence') yield { type: 'answer-delta', text: event.text };
      else if (event.type === 'answer-end')
        yield { ...event, answer: { ...event.answer, text: event.answer.speech } };
      else if (event.type !== 'answer-delta') yield event;
    }
  };
}

/** Finds the places in the answer's text that cite sources; data and speech have no citations. */
function placesIn({ model, data }: Demand): FindPlaces {
  if (data !== null || model === 'sayso-voice') return () => [];
  if (model === 'sayso-context') return headingPlaces;
  return (text, sources) => citationPositions(text, sources.length);
}

/** The reasoning effort that asks for a deep answer; the presets that do are in `models.ts`. */
const DEEP_EFFORT = 'high';
const QUESTION = 'The last message of the user';
/** The longest message, in characters: a program may send a whole text with its task. */
const MAX_MESSAGE_CHARS = 50_000;
/** The most time for a spoken answer, in milliseconds: voice assistants give up after 8 to 10 s. */
const SPEECH_DEADLINE_MS = 7000;

/**
 * The question that a request asks.
 * @throws Failure `invalid-question` if there is no question, only an image, or it is too long
 */
function questionOf(demand: Demand, call: InterfaceCall): Question {
  const { deps } = call;
  const { text, history, style, sent, isUnreadable } = demand.conversation;
  const { data, forced, search = {} } = demand;
  if (isUnreadable)
    throw new Failure('invalid-question', `${QUESTION} has no text; images and files are not read.`);
  const { model } = demand;
  if (data !== null && model !== 'sayso' && model !== 'sayso-deep')
    throw new Failure('invalid-question', `\`${nameOfModel(demand)}\` writes no JSON: use \`sayso\`.`);
  const isDeep = model === 'sayso-deep' || (model === 'sayso' && demand.effort === DEEP_EFFORT);
  const depth: Depth = isDeep ? 'deep' : 'quick';
  const maxMs = model === 'sayso-voice' ? SPEECH_DEADLINE_MS : Number.POSITIVE_INFINITY;
  const timeoutsMs = { quick: Math.min(deps.answerDeadlineMs, maxMs), deep: deps.deepDeadlineMs };
  // The result of the last call may say what was wrong with it: the model gets to know.
  const wishes = [forced?.complaint ?? '', model === 'sayso-context' ? '' : style].join('\n').trim();
  const inquiry = {
    text: checkedText(text, { maxQueryChars: MAX_MESSAGE_CHARS, name: QUESTION }),
    history,
    sent,
    depth,
    timeoutMs: byDepth(depth, timeoutsMs),
    ...toSearch(search, demand.collection),
    ...(wishes !== '' && { style: wishes }),
    ...(data !== null && { data }),
  };
  const question = questionOfCall(inquiry, call);
  // A cached answer that does not match its schema would be wrong for as long as it is cached.
  return data === null ? question : { ...question, fresh: true };
}

const NOTHING = 'The search found nothing for this question.';
const NOT_SEARCHED = 'This message asks for no facts, so nothing was searched.';
const BETWEEN = '\n\n';

/** An answerer whose text is the passages with number, title and address. Needs no model. */
function passagesAsAnswer(gather: Answerer): Answerer {
  return async function* passages(run) {
    const startedAtMs = performance.now();
    let evidence: Evidence | null = null;
    for await (const event of gather(run)) {
      yield event;
      if (event.type === 'gather-end') ({ evidence } = event);
    }
    if (evidence === null) throw new Failure('internal', 'The gathering never ended.');
    const { sources, language, searches, tokens: tokensUsed } = evidence;
    refuseFailed(searches);
    const isSearched = searches.some(({ words }) => words !== '');
    const text = isSearched ? toBlocks(sources).join(BETWEEN) || NOTHING : NOT_SEARCHED;
    const facts = { model: '', slot: slotOf(searches), tokensUsed, error: null, errorMissingInText: false };
    yield { type: 'answer-delta', text };
    yield { type: 'timing', timing: timingOfFinding(performance.now() - startedAtMs) };
    yield {
      type: 'answer-end',
      answer: {
        ...{ text, html: '', speech: '', sources, language },
        ...{ ...facts, searchedFor: searchedForOf(run.question, evidence) },
      },
    };
  };
}

/** Chat programs render the text as Markdown, so titles and passages must not be markup. */
function toBlocks(sources: readonly Source[]): readonly string[] {
  const hosts = linkHostsOf(sources);
  return sources.map(({ index, title, url, passages }) => {
    const text = passages.map((passage) => passage.text.trim()).join('\n…\n');
    const head = toPlainMarkdown(`[${index}] ${title.replace(/\s+/g, ' ').trim()}\n`, hosts);
    return head + toPlainAddress(url, hosts) + toPlainMarkdown(`\n\n${text}`, hosts);
  });
}

/** The places of the source numbers in the text of such an answer; each number stands above its passages. */
function headingPlaces(_text: string, sources: readonly Source[]): readonly CitationPosition[] {
  let from = 0;
  return toBlocks(sources).map((block, at) => {
    const index = sources[at]?.index ?? 0;
    const place = { index, from, to: from + `[${index}]`.length };
    from += block.length + BETWEEN.length;
    return place;
  });
}
