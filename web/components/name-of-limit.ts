import { asideWords } from '../languages/aside-words.ts';

/**
 * The name of a limit on sources in the reader's words, by its name in the interface. Those without a name of
 * their own are limits on sites, which share one.
 */
export function nameOfLimit(name: string): string {
  if (name === 'time_range') return asideWords.period;
  if (name === 'safe_search') return asideWords.safeSearch;
  return name === 'language' ? asideWords.language : asideWords.sites;
}
