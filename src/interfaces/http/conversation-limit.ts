import type { App } from './protocol.ts';

/** How much longer a body with a conversation may be. At 512 KB, the costliest takes 40 ms to read. */
export const CONVERSATION_TIMES = 8;
/** Fastify's own limit, in bytes. */
const FALLBACK_BYTES = 1_048_576;

/**
 * The maximum size of a body that repeats the whole conversation, in bytes: eight times that of others. Chat
 * programs send every earlier message again, so they would soon reach the limit for a single question.
 */
export function conversationLimit(app: App): number {
  return CONVERSATION_TIMES * (app.initialConfig.bodyLimit ?? FALLBACK_BYTES);
}
