import { isGreeting } from '@sayso/instant';
import type { Question } from '../core/question.ts';

/** What a message asks for by its form: a task that a program made, nothing but a greeting, or anything else. */
type Form = 'task' | 'talk' | 'other';

/** The question as it is answered: without a search, or without earlier messages that were no questions. */
export function readForm(question: Question): Question {
  const form = formOf(question.text);
  return form === 'other' ? withQuestionsOnly(question) : { ...question, depth: undefined, plain: form };
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

/** What a message asks for by its form alone. */
export function formOf(text: string): Form {
  const edges = `${text.slice(0, EDGE_CHARS)}\n${text.slice(-EDGE_CHARS)}`;
  const isWrittenOut = ASKING.test(edges) && ANSWERING.test(text);
  if (TASK_HEADER.test(edges) || CONVERSATION.test(edges) || isWrittenOut) return 'task';
  return isGreeting(text) ? 'talk' : 'other';
}

/** The question without earlier tasks and greetings, which no question follows up. */
export function withQuestionsOnly(question: Question): Question {
  const { history } = question;
  const questions = history.filter(({ question: text }) => formOf(text) === 'other');
  return questions.length === history.length ? question : { ...question, history: questions };
}
