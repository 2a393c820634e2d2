export { asSentence, documentTitle, type Refusal } from './document.ts';
export { type FolderOrder, indexDocuments, indexFolder } from './index-folder.ts';
export { readMarkdown } from './plain-markdown.ts';
export { createSearch } from './search.ts';
export { CollectionProblem, type CollectionSettings, parseSources, sourcesSchema } from './sources-file.ts';
export { openForReading } from './sqlite-file.ts';
export { openDocuments } from './sqlite-store.ts';
export type { FoundDocument, NewDocument } from './store.ts';
export { closestPieces, type Embed, openVectors } from './vectors.ts';
