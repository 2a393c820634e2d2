import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { toRewritePrompt } from '../../src/write/condense/rewrite-prompt.ts';
import { readJsonLines } from '../text/json-lines.ts';
import type { Conversation } from './conversations.ts';
import { asQuestion } from './measure.ts';

/** A model's reply to the exact prompt of a conversation, which its hash identifies. */
type Reply = { readonly id: string; readonly prompt: string; readonly reply: string };

/** The day that the prompts name. */
const DAY = new Date('2026-11-24T12:00:00Z');
const HASH_CHARS = 16;
const replies = new Map(
  readJsonLines<Reply>(join(import.meta.dirname, 'replies.jsonl')).map((each) => [each.prompt, each]),
);

/** The prompt that asks for the query of a conversation's last message, and its hash. */
export function promptOf(conversation: Conversation) {
  const prompt = toRewritePrompt(asQuestion(conversation), DAY);
  const text = `${prompt.system}\n\n${prompt.user}`;
  return { text, hash: createHash('sha256').update(text).digest('hex').slice(0, HASH_CHARS) };
}

/** The recorded reply to the prompt of a conversation; null if its prompt has changed or was never sent. */
export function replyFor(conversation: Conversation): string | null {
  return replies.get(promptOf(conversation).hash)?.reply ?? null;
}
