import { answeringEntries } from './entries/answering.ts';
import { coreEntries } from './entries/core.ts';
import { documentEntries } from './entries/documents.ts';
import { exportedEntries } from './entries/exports.ts';
import { mcpEntries } from './entries/mcp.ts';
import { mcpSearchEntries } from './entries/mcp-search.ts';
import { openAiEntries } from './entries/openai.ts';
import { rankingEntries } from './entries/ranking.ts';
import { readingEntries } from './entries/reading.ts';
import { requestEntries } from './entries/requests.ts';
import { researchEntries } from './entries/research.ts';
import { searchApiEntries } from './entries/search-apis.ts';
import { searchingEntries } from './entries/searching.ts';
import { serviceEntries } from './entries/service.ts';
import { writingEntries } from './entries/writing.ts';
import type { Entry } from './entry.ts';

/**
 * All code that takes untrusted text. `test/slow/fuzz-time.test.ts` fails if none of these reaches an exported
 * function that takes text.
 */
export const entries: readonly Entry[] = [
  ...coreEntries,
  ...searchingEntries,
  ...rankingEntries,
  ...readingEntries,
  ...writingEntries,
  ...researchEntries,
  ...answeringEntries,
  ...requestEntries,
  ...searchApiEntries,
  ...openAiEntries,
  ...mcpEntries,
  ...mcpSearchEntries,
  ...documentEntries,
  ...exportedEntries,
  ...serviceEntries,
];

/** The module below `src/` that an entry names. */
export function moduleOf({ name }: Entry): string {
  return name.split(' ', 1)[0] ?? '';
}
