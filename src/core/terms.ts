/** The nouns under their former path, until the libraries have types of their own. */
export type { Answer, Block, CacheFacts, CitationMove, CitedPlace, Render, Rendered } from './answer.ts';
export type { Attempt, SearchEngine } from './attempt.ts';
export type { DataForm, Exchange, Intent, Question, Rework, SentChat, SentTurn } from './question.ts';
export type { Hit, Page, Passage, Source, SourceBasis } from './source.ts';
