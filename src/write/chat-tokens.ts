/**
 * Words that must not occur in text from the web in the form that a chat template or Sayso's own prompt gives
 * them. Collected from the published chat templates of Llama, Mistral, Gemma, Qwen (ChatML), DeepSeek, Phi,
 * GLM, InternLM and others. Tokens with bars, underscores or numbers need no list: `token-shapes.ts` knows
 * them by their form.
 */

/** Tags of Sayso's own prompt. Names that merely begin like them are treated as look-alikes. */
export const OWN_TAGS: readonly string[] = ['source', 'earlier'];

/** Names of chat tags that are also plain words. */
export const TAG_NAMES: readonly string[] = [
  'source',
  'sources',
  'earlier',
  's',
  'bos',
  'eos',
  'eot',
  'eod',
  'eoh',
  'eoa',
  'eosys',
  'unk',
  'pad',
  'cls',
  'sep',
  'sop',
  'think',
  'thinking',
  'thought',
  'reasoning',
  'scratchpad',
  'tools',
  'invoke',
  'system',
  'assistant',
  'instructions',
  'sys',
];

/** The same for words that are types in programs: `Promise<User>` stays as it is. */
export const TYPE_LIKE_TAG_NAMES: readonly string[] = [
  'user',
  'human',
  'bot',
  'function',
  'observation',
  'instruction',
  'prompt',
];

/** Words in square brackets. */
export const BRACKET_WORDS: readonly string[] = [
  'inst',
  'sys',
  'system',
  'user',
  'human',
  'assistant',
  'think',
  'args',
  'gmask',
  'smask',
  'mask',
  'cls',
  'sep',
  'unk',
  'pad',
  'bos',
  'eos',
  'img',
  'prefix',
  'middle',
  'suffix',
  'system_prompt',
  'available_tools',
  'tool_calls',
  'tool_results',
  'tool_content',
  'round\\s\\d{1,3}',
];

/** Speakers in a transcript: at the start of a line, before a colon or as a heading. */
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
  'gpt4 correct user',
  'gpt4 correct assistant',
];
