export { kindOfPlace, withSource } from './add-source.ts';
export { type EmbeddingReport, keepEmbedded } from './embed-parts.ts';
export { type FolderOrder, indexDocuments, indexFolder } from './index-folder.ts';
export { copiesBeside, keepFresh, type Reading, refresh, type SourceStatus, statusOf } from './keeper.ts';
export { moveAll } from './move.ts';
export { isPostgres, openStore } from './open-store.ts';
export { createReadFile } from './read-file.ts';
export {
  CollectionProblem,
  type CollectionSettings,
  parseSources,
  type SourcesFile,
  sourcesSchema,
} from './sources-file.ts';
export { openForReading } from './sqlite-file.ts';
export { openSqliteStore } from './sqlite-store.ts';
export type { FoundDocument, NewDocument, Refusal, SourceStore, Store } from './store.ts';
export { closestPieces, type Embed, type OpenStore } from './vectors.ts';
export { createVisitor } from './visitor.ts';
