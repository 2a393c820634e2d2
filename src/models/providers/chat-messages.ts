import type { ModelMessage, ModelTool, ToolCallPart } from '../language-model.ts';

/** A message as OpenAI's and Ollama's chat APIs accept it. */
export type ChatMessage = {
  readonly role: string;
  readonly content: string;
  readonly [field: string]: unknown;
};

/** How an API writes the calls of a message, and which fields a result has besides its text. */
export type CallFields = {
  toCall(call: ToolCallPart): object;
  toResult(call: { readonly toolCallId: string; readonly toolName: string }): object;
};

/** The messages of a prompt, in the fields that all chat APIs share, with the calls of one API. */
export function toChatMessages(
  prompt: readonly ModelMessage[],
  { toCall, toResult }: CallFields,
): readonly ChatMessage[] {
  return prompt.flatMap((message): readonly ChatMessage[] => {
    if (message.role === 'system') return [message];
    if (message.role === 'tool')
      return message.content.map(({ output, ...call }) => ({
        role: 'tool',
        content: output.value,
        ...toResult(call),
      }));
    const parts: readonly ({ type: 'text'; text: string } | ToolCallPart)[] = message.content;
    const content = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
    const calls = parts.filter((part) => part.type === 'tool-call').map(toCall);
    return [{ role: message.role, content, ...(calls.length > 0 && { tool_calls: calls }) }];
  });
}

/** The functions that a model may call, as both APIs list them. */
export function toChatTools(tools: readonly ModelTool[]) {
  return tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
  }));
}
