import { existsSync, readdirSync } from 'node:fs';
import type { Exchange } from '../../src/core/question.ts';
import { readJsonLines } from '../json-lines.ts';

/** A conversation with a last message, and what it asks for. */
export type Conversation = {
  readonly id: string;
  /** An ISO 639-1 code. */
  readonly lang: string;
  /** How the message depends on the conversation, or that it does not. */
  readonly category: string;
  readonly history: readonly Exchange[];
  readonly message: string;
  readonly expect: {
    /** `search` if a new search is needed, `on-answer` for work on the earlier answer, `chat` for thanks. */
    readonly kind: 'search' | 'on-answer' | 'chat';
    /** Words that the query must contain; alternatives are separated by `|`. */
    readonly must: readonly string[];
    /** Words that show that the message was misunderstood. */
    readonly must_not: readonly string[];
  };
};

/**
 * The conversations of a file or a folder, or of its folder `followups`; exits with status 2 if there are
 * none.
 */
export function readConversations(path: string): readonly Conversation[] {
  const found = filesOf(path).flatMap((file) => readJsonLines<Conversation>(file));
  if (found.length > 0) return found;
  console.error('This bench needs conversations: --data PATH, a file such as followups.jsonl or its folder.');
  process.exit(2);
}

function filesOf(path: string): readonly string[] {
  if (path.endsWith('.jsonl')) return [path];
  const folder = existsSync(`${path}/followups`) ? `${path}/followups` : path;
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : [];
  return names.map((name) => `${folder}/${name}`);
}

/** Whether a query has all words that it must have and none that it must not; accents do not count. */
export function isRightQuery(query: string, { must, must_not }: Conversation['expect']): boolean {
  const plain = withoutAccents(query);
  const has = (words: string) => words.split('|').some((word) => plain.includes(withoutAccents(word.trim())));
  return must.every(has) && !must_not.some(has);
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
