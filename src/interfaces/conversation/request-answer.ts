import { citationPositions, linkHostsOf, toPlainAddress, toPlainMarkdown } from '@sayso/markdown';
import { searchedForOf, slotOf } from '../../answer/decision.ts';
import type { Answer, CitationPosition } from '../../core/answer.ts';
import { timingOfFinding } from '../../core/budget.ts';
import type { AnswerEvent, Evidence } from '../../core/events.ts';
import { Failure } from '../../core/failure.ts';
import { byDepth, type DataForm, type Depth, type Question } from '../../core/question.ts';
import type { Answerer, Derived } from '../../core/run.ts';
import type { Source } from '../../core/source.ts';
import { type InterfaceCall, type InterfaceDeps, refuseFailed, runOfCall } from '../http/call-service.ts';
import { checkedText, questionOfCall } from '../http/to-question.ts';
import type { Conversation } from './conversation.ts';
import { MODES, type ModeName } from './models.ts';
import { type SearchOptions, toSearch } from './search-options.ts';
import { type Citing, type FindQuotes, quoting } from './url-citations.ts';

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
type ReplyContext = {
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

/** The most time for a spoken answer, in milliseconds: voice assistants give up after 8 to 10 s. */
export const SPEECH_DEADLINE_MS = 7000;

const SENTENCES: ReadonlySet<Derived> = new Set(['sentence']);

/**
 * Makes the text of an answer its speech, sentence by sentence: without markup, citations and addresses.
 */
export function speaking(ask: Answerer): Answerer {
  return async function* spoken(run) {
    for await (const event of ask({ ...run, wants: SENTENCES })) {
      if (event.type === 'sentence') yield { type: 'answer-delta', text: event.text };
      else if (event.type === 'answer-end')
        yield { ...event, answer: { ...event.answer, text: event.answer.speech } };
      else if (event.type !== 'answer-delta') yield event;
    }
  };
}

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
    refuseFailed(evidence.searches);
    const text = isSearched(evidence) ? toPassageText(evidence.sources) : NOT_SEARCHED;
    yield { type: 'answer-delta', text };
    yield { type: 'timing', timing: timingOfFinding(performance.now() - startedAtMs) };
    yield {
      type: 'answer-end',
      answer: { ...toAnswer(evidence, text), ...searchedForOf(run.question, evidence) },
    };
  };
}

const NOTHING = 'The search found nothing for this question.';
const NOT_SEARCHED = 'This message asks for no facts, so nothing was searched.';

function isSearched({ searches }: Evidence): boolean {
  return searches.some(({ words }) => words !== '');
}

/** The passages as one text; the number before each source is its citation. */
function toPassageText(sources: readonly Source[]): string {
  return sources.length === 0 ? NOTHING : toBlocks(sources).join(BETWEEN);
}

const BETWEEN = '\n\n';

/** Chat programs render the text as Markdown, so titles and passages must not be markup. */
function toBlocks(sources: readonly Source[]): readonly string[] {
  const hosts = linkHostsOf(sources);
  return sources.map(({ index, title, url, passages }) => {
    const text = passages.map((passage) => passage.text.trim()).join('\n…\n');
    const head = toPlainMarkdown(`[${index}] ${withoutBreaks(title)}\n`, hosts);
    return head + toPlainAddress(url, hosts) + toPlainMarkdown(`\n\n${text}`, hosts);
  });
}

/** The places of the source numbers in the text of such an answer; each number stands above its passages. */
function headingPositions(_text: string, sources: readonly Source[]): readonly CitationPosition[] {
  let from = 0;
  return toBlocks(sources).map((block, at) => {
    const index = sources[at]?.index ?? 0;
    const place = { index, from, to: from + `[${index}]`.length };
    from += block.length + BETWEEN.length;
    return place;
  });
}

function withoutBreaks(title: string): string {
  return title.replace(/\s+/g, ' ').trim();
}

function toAnswer({ sources, language, searches, tokens }: Evidence, text: string): Answer {
  const forms = { text, html: '', speech: '' };
  const report = {
    model: '',
    slot: slotOf(searches),
    tokensUsed: tokens,
    error: null,
    errorMissingInText: false,
  };
  return { ...forms, sources, language, ...report };
}

/** The question without wishes for style and form, which mean nothing for passages alone. */
function forPassages({ style: _style, data: _data, ...question }: Question): Question {
  return question;
}
