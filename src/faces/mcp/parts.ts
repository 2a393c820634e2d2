import type { FaceParts } from '../http/face-parts.ts';

/** What the interface for MCP clients is built from. */
export type McpParts = Pick<
  FaceParts,
  | 'answererFor'
  | 'gathererFor'
  | 'searcherFor'
  | 'readerFor'
  | 'status'
  | 'answerDeadlineMs'
  | 'deepDeadlineMs'
  | 'maxQueryChars'
>;
