import type { Exchange, Question, SentTurn } from '../core/question.ts';
import type { Prompt } from '../models/prompt.ts';
import { toDataBlock } from './data-block.ts';
import { PLAIN } from './instructions.ts';

/** The earlier messages of a conversation that a message without a search is sent with. */
const MAX_TURN_CHARS = 20_000;

/**
 * The prompt for a message that needs no search: the messages as they were sent, without fences, because they
 * all come from the caller. The program's own instructions come last, so they take precedence.
 */
export function toPlainPrompt(question: Question, kind: NonNullable<Question['plain']>): Prompt {
  const { text, history, sent, data } = question;
  const sentSystem = sent?.system ?? '';
  const usual = kind === 'task' && sentSystem !== '' ? [] : [PLAIN[kind]];
  const form = data === undefined ? [] : [toDataBlock(data)];
  const system = [...usual, sentSystem, ...form].filter((each) => each !== '').join('\n\n');
  const turns = sent?.turns ?? history.flatMap(toTurns);
  return { system, turns: newest(turns, MAX_TURN_CHARS), user: text };
}

function toTurns({ question, answer }: Exchange): readonly SentTurn[] {
  const message = { role: 'user', text: question } as const;
  return answer === '' ? [message] : [message, { role: 'assistant', text: answer }];
}

/** The last messages that have at most this many characters together. */
function newest(turns: readonly SentTurn[], maxChars: number): readonly SentTurn[] {
  let charsLeft = maxChars;
  const first = turns.findLastIndex(({ text }) => {
    charsLeft -= text.length;
    return charsLeft < 0;
  });
  return turns.slice(first + 1).filter(({ text }) => text !== '');
}
