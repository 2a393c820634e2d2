import { asideWords } from '../languages/aside-words.ts';

/**
 * The name of a limit on sources in the reader's words, by its name in the interface. All but the period and
 * the language are limits on sites, which share one name.
 */
export function nameOfLimit(name: string): string {
  if (name === 'time_range') return asideWords.period;
  return name === 'language' ? asideWords.language : asideWords.scope;
}
