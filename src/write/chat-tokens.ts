/**
 * Words that text from the web must not say in the form in which a chat template or our own prompt says them.
 * Collected from the published chat templates of Llama, Mistral, Gemma, Qwen (ChatML), DeepSeek, Phi and GLM.
 * Tokens between bars (`<|im_start|>`) need no list: their form alone gives them away.
 */

/** Names of tags in angle brackets: our own, those of templates, those of reasoning and tool use. */
export const TAG_NAMES: readonly string[] = [
  'source',
  'sources',
  'earlier',
  's',
  'bos',
  'eos',
  'unk',
  'pad',
  'start_of_turn',
  'end_of_turn',
  'start_of_image',
  'think',
  'thinking',
  'tool_call',
  'tool_calls',
  'tool_response',
  'tools',
  'function_calls',
  'invoke',
  'fim_prefix',
  'fim_middle',
  'fim_suffix',
  'system',
  'assistant',
  'instructions',
  'sys',
  'sop',
];

/** Words in square brackets. */
export const BRACKET_WORDS: readonly string[] = [
  'inst',
  'sys',
  'system_prompt',
  'available_tools',
  'tool_calls',
  'tool_results',
  'tool_content',
  'think',
  'args',
  'gmask',
];

/** Whoever speaks in a transcript: at the start of a line, before a colon or as a heading. */
export const ROLES: readonly string[] = [
  'system',
  'system prompt',
  'developer',
  'user',
  'human',
  'assistant',
  'ai',
  'model',
  'tool',
  'instruction',
  'instructions',
  'new instructions',
  'input',
  'response',
  'question',
  'answer',
];
