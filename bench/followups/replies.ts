import { join } from 'node:path';
import { readJsonLines } from '../json-lines.ts';

/** What models replied to the prompt of a conversation: a capable one, and a small careless one. */
export type Replies = {
  readonly id: string;
  readonly date: string;
  readonly capable?: string;
  readonly careless?: string;
};

/** The recorded replies, by the id of their conversation. */
export const recordedReplies: ReadonlyMap<string, Replies> = new Map(
  readJsonLines<Replies>(join(import.meta.dirname, 'replies.jsonl')).map((each) => [each.id, each]),
);
