export { kindOfPlace, withSource } from './add-source.ts';
export { type EmbeddingReport, keepEmbedded } from './embed-parts.ts';
export { type FolderOrder, indexDocuments, indexFolder } from './index-folder.ts';
export { copiesBeside, keepFresh, type Reading, refresh, type SourceStatus, statusOf } from './keeper.ts';
export { moveAll } from './move.ts';
export { isPostgres, openStore } from './open-store.ts';
export { createReadFile } from './read-file.ts';
export {
  type CollectionSettings,
  parseSources,
  type SourcesFile,
  sourcesSchema,
} from './sources-file.ts';
export { openForReading } from './sqlite-file.ts';
export {
  CollectionProblem,
  type FoundDocument,
  type NewDocument,
  type Refusal,
  type SourceStore,
  type Store,
} from './store.ts';
export { openStoreThreads, ThreadEnded } from './store-threads.ts';
export { closestPieces, type Embed, type OpenStore } from './vectors.ts';
export { createVisitor } from './visitor.ts';
