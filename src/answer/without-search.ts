import { isGreeting } from '@sayso/instant';
import { UNDETERMINED } from '@sayso/text/language.ts';
import type { Gathering, SearchRecord } from '../core/events.ts';
import type { Intent, Question } from '../core/question.ts';
import type { Answerer, Run } from '../core/run.ts';
import type { Source } from '../core/source.ts';
import { addSpent, type Spent } from '../core/usage.ts';
import type { Writer } from '../write/writer.ts';
import { recallSources } from './answer-sources.ts';
import { answerLanguage, answerWordsForQuestion } from './answer-words.ts';
import type { Parts } from './parts.ts';

// What is answered without a search: by its form here, otherwise a model says so (`gather.ts`).

/** Recognises the tasks of programs and greetings by their form; they are answered without a search. */
export function readForm(next: Answerer): Answerer {
  return (run) => next({ ...run, question: withIntent(run.question) });
}

/** The question with what its form says, or without earlier messages that were no questions. */
export function withIntent(question: Question): Question {
  const intent = intentOf(question.text);
  return intent === null ? withQuestionsOnly(question) : { ...question, depth: undefined, intent };
}

/** The header of a task, as Open WebUI, LibreChat and LangChain write it. */
const TASK_HEADER = /^\s*(?:#{1,6} ?(?:task|aufgabe):|<task>)/iu;
/** The marks around a conversation that a program has put into its message. */
const CONVERSATION =
  /<\/?chat_history>|^#{1,6} ?chat history|\|\|>user:|^(?:standalone|rephrased) question:/imu;
/** The two voices of a conversation, as programs write it out, for example to ask for its title. */
const ASKING = /^(?:user|human):[ \t]/imu;
const ANSWERING = /\n(?:ai|assistant):[ \t]/iu;
/** The length of the beginning and of the end of a message in which marks are looked for. */
const EDGE_CHARS = 400;

/** What a message asks for by its form: a task that a program made, a greeting, or null for anything else. */
export function intentOf(text: string): 'task' | 'talk' | null {
  const edges = `${text.slice(0, EDGE_CHARS)}\n${text.slice(-EDGE_CHARS)}`;
  const isWrittenOut = ASKING.test(edges) && ANSWERING.test(text);
  if (TASK_HEADER.test(edges) || CONVERSATION.test(edges) || isWrittenOut) return 'task';
  return isGreeting(text) ? 'talk' : null;
}

/** The question without earlier tasks and greetings, which no question follows up. */
export function withQuestionsOnly(question: Question): Question {
  const { history } = question;
  const questions = history.filter(({ question: text }) => intentOf(text) === null);
  return questions.length === history.length ? question : { ...question, history: questions };
}

/** The evidence for a message that by its form needs no search: nothing. */
export function gatherNothing({ question }: Pick<Run, 'question'>): Gathering {
  return evidenceFor(question, question.intent, { sources: [], ...addSpent() });
}

/**
 * The evidence for a message for which a model wants no search: with a history the sources of the last answer,
 * if they are known.
 * @param spent what it took to find out
 */
export async function* gatherEarlier(
  { question, caller }: Pick<Run, 'question' | 'caller'>,
  { answerSources }: Pick<Parts, 'answerSources'>,
  spent: Spent,
): Gathering {
  const { history, data } = question;
  if (history.length === 0) return yield* evidenceFor(question, 'task', { sources: [], ...spent });
  const isAbout = history.at(-1)?.answer.trim() !== '' && data === undefined;
  const sources = isAbout && answerSources ? await recallSources(answerSources, question, caller) : [];
  return yield* evidenceFor(question, sources.length > 0 ? 'rework' : 'answer', { sources, ...spent });
}

const NOTHING_SEARCHED: SearchRecord = {
  words: '',
  outcome: { status: 'ok' },
  slot: null,
  trail: [],
};

async function* evidenceFor(
  question: Question,
  intent: Intent | undefined,
  found: Spent & { readonly sources: readonly Source[] },
): Gathering {
  // The result of a task, such as a translation, may be in any language.
  const isOpen = intent === 'rework' || intent === 'task';
  const language = isOpen ? UNDETERMINED : answerLanguage(question, []);
  yield { type: 'sources', sources: found.sources, language };
  return {
    ...{ meaning: question.text, searches: [NOTHING_SEARCHED], intent, language },
    ...{ ...found, isRushed: false },
  };
}

/** Writes without a model: that one is missing, or what this program is. */
export const noModelWriter: Writer = {
  name: 'instant',
  needsSources: false,
  async *write({ question }) {
    const { needsModel, aboutSayso } = answerWordsForQuestion(question, []);
    yield { type: 'text', text: question.intent === 'talk' ? aboutSayso : needsModel };
  },
};
