/** The prompts that a model expects before a question and before a passage. */
type Prompts = { readonly question: string; readonly passage: string };

const REPRESENT = 'Represent this sentence for searching relevant passages: ';
const INSTRUCT =
  'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:';

/**
 * Models that were trained with prompts find less without them. From their makers' documentation, November
 * 2026.
 */
const PROMPTS: readonly (readonly [RegExp, Prompts])[] = [
  [/nomic-embed-text/i, { question: 'search_query: ', passage: 'search_document: ' }],
  [/embedding-?gemma/i, { question: 'task: search result | query: ', passage: 'title: none | text: ' }],
  [/qwen3-embedding|e5-.*instruct/i, { question: INSTRUCT, passage: '' }],
  [/(?:^|[/-])e5-(?!mistral)/i, { question: 'query: ', passage: 'passage: ' }],
  [/arctic-embed.*(?:v2|2\.0)|arctic-embed2/i, { question: 'query: ', passage: '' }],
  [/mxbai-embed|arctic-embed|bge-(?:small|base|large)-en/i, { question: REPRESENT, passage: '' }],
];

/** The prompts of a model by its name; empty for an unknown model, and for one that needs none. */
export function promptsFor(model: string): Prompts {
  return PROMPTS.find(([name]) => name.test(model))?.[1] ?? { question: '', passage: '' };
}
