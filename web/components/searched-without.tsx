import { asideWords } from '../languages/aside-words.ts';
import type { PageStep } from '../state/messages.ts';
import { nameOfLimit } from './name-of-limit.ts';

/** Says which limits on sources had no effect, if a search that found something did not respect them. */
export function SearchedWithout({ steps }: { steps: readonly PageStep[] }) {
  const ignored = steps.flatMap((step) => (step.kind === 'slot' && step.status === 'ok' ? step.ignored : []));
  if (ignored.length === 0) return null;
  const names = [...new Set(ignored.map(nameOfLimit))].join(', ');
  return <p class="searched-for">{asideWords.searchedWithout.replace('{what}', () => names)}</p>;
}
