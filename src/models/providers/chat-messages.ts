import type { ModelMessage } from '../language-model.ts';

/** A message as OpenAI's and Ollama's chat APIs accept it. */
type ChatMessage = { readonly role: string; readonly content: string };

/** The messages of a prompt, in the fields that all chat APIs share. */
export function toChatMessages(prompt: readonly ModelMessage[]): readonly ChatMessage[] {
  return prompt.map((message) => {
    if (message.role === 'system') return message;
    return { role: message.role, content: message.content.map(({ text }) => text).join('') };
  });
}
