import {
  field,
  listField,
  newAnswerId,
  numberField,
  type PageAnswer,
  type PageStep,
  parseJson,
  readProblem,
  readSources,
  readTimes,
  textField,
  textsIn,
} from '../state/messages.ts';
import { emptyExchange, type HistoryEntry, type ShownExchange, type Versions } from '../state/state.ts';

/** The version of the file. */
const VERSION = 1;

/** The history as the text of a file. */
export function toExported(entries: readonly HistoryEntry[]): string {
  return JSON.stringify({ sayso: VERSION, entries });
}

/**
 * The entries of such a file, which may come from anywhere: each field is read, and what is not one is left
 * out. Empty if it is no such file. The HTML of answers is sanitised when it is shown.
 */
export function readExported(text: string): HistoryEntry[] {
  const file = parseJson(text);
  if (field(file, 'sayso') !== VERSION) return [];
  return listField(file, 'entries').flatMap((item): HistoryEntry[] => {
    const [id, title, at] = [textField(item, 'id'), textField(item, 'title'), numberField(item, 'at')];
    const shown = field(item, 'shown');
    // A later time is no date.
    if (id === '' || title === '' || at === null || Math.abs(at) > 8.64e15) return [];
    return [
      {
        ...{ id, title, at, name: textField(item, 'name'), isPinned: field(item, 'isPinned') === true },
        collection: textField(item, 'collection'),
        shown: {
          ...readExchange(shown),
          thread: listField(shown, 'thread').map(readExchange),
          scope: textField(shown, 'scope'),
          isDeep: field(shown, 'isDeep') === true,
          plan: textsIn(shown, 'plan'),
          versions: readVersions(field(shown, 'versions')),
        },
      },
    ];
  });
}

function readVersions(item: unknown): Versions | null {
  const turn = numberField(item, 'turn');
  return turn === null ? null : { turn, questions: textsIn(item, 'questions') };
}

function readExchange(item: unknown): ShownExchange {
  const answer = field(item, 'answer');
  return {
    ...emptyExchange,
    question: textField(item, 'question'),
    sources: readSources(item),
    blocks: textsIn(item, 'blocks'),
    citations: listField(item, 'citations').map(numbersIn),
    quotes: textsIn(item, 'quotes'),
    sentences: textsIn(item, 'sentences'),
    statements: listField(item, 'statements'),
    steps: listField(item, 'steps').filter(isStep),
    answer: answer === null ? null : readStoredAnswer(answer),
    language: textField(item, 'language'),
    totalMs: numberField(item, 'totalMs'),
    cost: textField(item, 'cost'),
    times: readTimes(field(item, 'times'), ''),
  };
}

function readStoredAnswer(item: unknown): PageAnswer {
  return {
    id: textField(item, 'id') || newAnswerId(),
    answerId: textField(item, 'answerId') || undefined,
    markdown: textField(item, 'markdown'),
    html: textField(item, 'html'),
    speech: textField(item, 'speech'),
    sources: readSources(item),
    model: textField(item, 'model'),
    tokensUsed: numberField(item, 'tokensUsed') ?? 0,
    problem: readProblem(item),
    error: textField(item, 'error'),
  };
}

function numbersIn(list: unknown): number[] {
  return Array.isArray(list) ? list.filter((number) => typeof number === 'number') : [];
}

const FIELDS = {
  query: ['query'],
  page: ['url', 'reason'],
  slot: ['engine', 'status', 'cause', 'reason'],
} as const;

function isStep(item: unknown): item is PageStep {
  const kind = field(item, 'kind');
  if (kind !== 'query' && kind !== 'page' && kind !== 'slot') return false;
  return (
    FIELDS[kind].every((name) => typeof field(item, name) === 'string') &&
    numberField(item, kind === 'query' ? 'search' : 'tookMs') !== null &&
    (kind !== 'slot' || textsIn(item, 'ignored').length === listField(item, 'ignored').length) &&
    textsIn(item, 'found').length === listField(item, 'found').length &&
    (kind !== 'slot' || Array.isArray(field(item, 'ignored')))
  );
}
