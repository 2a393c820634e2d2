import type { HistoryEntry } from '../state/state.ts';
import { nameOf } from './entry.ts';

/** The entries with all of these words in their name, their collection, their questions or their answers. */
export function findEntries(entries: readonly HistoryEntry[], text: string): readonly HistoryEntry[] {
  const words = bare(text).trim().split(/\s+/);
  if (words[0] === '') return entries;
  return entries.filter((entry) => {
    const { thread, ...last } = entry.shown;
    const exchanges = [...thread, last].flatMap(({ question, answer }) => [question, answer?.markdown ?? '']);
    const all = bare([nameOf(entry), entry.collection ?? '', ...exchanges].join('\n'));
    return words.every((word) => all.includes(word));
  });
}

/** Without upper case and accents, so that both spellings are found. */
function bare(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
