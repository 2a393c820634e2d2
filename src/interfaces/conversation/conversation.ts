import { firstChars } from '@sayso/text/text.ts';
import { z } from 'zod';
import { Failure } from '../../core/failure.ts';
import type { Exchange, SentChat, SentTurn } from '../../core/question.ts';

/** One message of a conversation, as plain text. */
export type Message = {
  readonly role: string;
  readonly text: string;
  /** True if it has parts that are not read, such as images, but no text. */
  readonly isUnreadable?: boolean;
  /** The id of the answer, if the message is one and its program keeps it. */
  readonly answerId?: string | undefined;
};

/** A conversation in the terms of the service. */
export type Conversation = {
  /** The last message of the user, not trimmed; empty if there is none. */
  readonly text: string;
  /** True if the last message of the user has only parts that are not read, such as images. */
  readonly isUnreadable: boolean;
  readonly history: readonly Exchange[];
  /** The calling program's style requests; empty if it has none. */
  readonly style: string;
  /** All of it, for messages that need no search. */
  readonly sent: SentChat;
};

/** The number of exchanges that are kept; a prompt uses fewer. */
const MAX_EXCHANGES = 5;
/** The maximum length of an earlier question or answer, in characters: the rest is never used. */
const MAX_QUESTION_CHARS = 2000;
const END_CHARS = 500;
const MAX_ANSWER_CHARS = 4000;
/** The maximum length of the style requests, in characters; the prompt uses the first 1,000. */
const MAX_STYLE_CHARS = 2000;

/**
 * The last question of a conversation of any length, with the exchanges before it. System and developer
 * messages are treated as style requests; tool messages are ignored. Messages of the user that follow each
 * other are one question, because programs send a file or the place of the user as a message of its own.
 * Messages after the last question are left out, because the service itself is to write the answer.
 */
export function toConversation(messages: readonly Message[], before: readonly Exchange[] = []): Conversation {
  const turns = joinMessages(messages.filter(({ role }) => role === 'user' || role === 'assistant'));
  const last = turns.findLastIndex(({ role }) => role === 'user');
  const style = messages.filter(({ role }) => role === 'system' || role === 'developer');
  const earlier = turns.slice(0, Math.max(0, last));
  const history = [...before, ...toExchanges(earlier)];
  const system = style.map(({ text }) => text.trim()).join('\n');
  return {
    text: turns[last]?.text ?? '',
    isUnreadable: turns[last]?.isUnreadable === true,
    history: history.slice(-MAX_EXCHANGES).map(shorten),
    style: firstChars(system, MAX_STYLE_CHARS),
    sent: { system, turns: [...before.flatMap(toTurns), ...earlier.map(toTurn)] },
  };
}

function toTurns({ question, answer }: Exchange): readonly SentTurn[] {
  return [
    { role: 'user', text: question },
    { role: 'assistant', text: answer },
  ];
}

function toTurn({ role, text }: Message): SentTurn {
  return { role: role === 'assistant' ? 'assistant' : 'user', text };
}

/** Joins messages of the same role that follow each other, line by line. */
function joinMessages(messages: readonly Message[]): readonly Message[] {
  const groups: { readonly role: string; readonly parts: Message[] }[] = [];
  for (const message of messages) {
    const last = groups.at(-1);
    if (last?.role === message.role) last.parts.push(message);
    else groups.push({ role: message.role, parts: [message] });
  }
  return groups.map(({ role, parts }) => {
    const [only] = parts;
    if (only !== undefined && parts.length === 1) return only;
    const texts = parts.map(({ text }) => text).filter((text) => text.trim() !== '');
    const isUnreadable = texts.length === 0 && parts.some((part) => part.isUnreadable === true);
    return { role, text: texts.join('\n'), isUnreadable };
  });
}

/** Pairs of question and answer, from turns of which no two of the same role follow each other. */
function toExchanges(turns: readonly Message[]): readonly Exchange[] {
  return turns.flatMap(({ role, text }, at) => {
    if (role !== 'user') return [];
    const { text: answer = '', answerId } = turns[at + 1] ?? {};
    return [{ question: text, answer, ...(answerId && { answerId }) }];
  });
}

/** The beginning and the end: the last line of a long message may say what its text is for. */
function withEnd(question: string): string {
  if (question.length <= MAX_QUESTION_CHARS) return question;
  const end = question.slice(-END_CHARS).toWellFormed();
  return `${firstChars(question, MAX_QUESTION_CHARS - END_CHARS - 1)}\n${end}`;
}

function shorten({ question, answer, ...rest }: Exchange): Exchange {
  return {
    ...rest,
    question: withEnd(question),
    answer: firstChars(answer, MAX_ANSWER_CHARS),
  };
}

/** The maximum number of messages of one conversation. */
export const MAX_MESSAGES = 2000;
const MAX_PARTS = 200;

/** A part of a message; only text is read. */
const part = z.object({ type: z.string().optional(), text: z.string().nullish() });

/** The content of a message: a text, or a list of parts. Parts without a text are ignored. */
export const content = z.union([z.string(), z.array(part).max(MAX_PARTS)], {
  error: 'it must be a string or a list of parts',
});

/** The text of a message; images, files and the like are left out. */
export function toMessage(role: string, given: z.infer<typeof content> | null | undefined): Message {
  if (given === null || given === undefined) return { role, text: '' };
  if (typeof given === 'string') return { role, text: given };
  const text = given.flatMap((each) => each.text ?? []).join('\n');
  return { role, text, isUnreadable: text.trim() === '' && given.some((each) => isOther(each)) };
}

function isOther({ text, type }: z.infer<typeof part>): boolean {
  return text === null || text === undefined ? type !== undefined : false;
}

/**
 * Returns the fields of a request's body that a schema has, and drops all others.
 * @throws Failure `invalid-question` that names the first field that is not valid
 */
export function parsedBody<Fields extends z.ZodType>(body: unknown, schema: Fields): z.infer<Fields> {
  if (body === undefined || body === null)
    throw new Failure('invalid-question', 'The request has no body: send JSON.');
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const [first] = result.error.issues;
  const field = first === undefined || first.path.length === 0 ? '' : first.path.join('.').slice(0, 100);
  const where = field === '' ? 'The body is not valid' : `The field \`${field}\` is not valid`;
  throw new Failure('invalid-question', `${where}: ${toClause(first?.message ?? 'see the documentation')}.`);
}

function toClause(message: string): string {
  const clause = message.replace(/^Invalid input: /, '').replace(/\.$/, '');
  return clause.slice(0, 1).toLowerCase() + clause.slice(1);
}
