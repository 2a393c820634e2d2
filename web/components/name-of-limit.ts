import { asideWords } from '../languages/aside-words.ts';

/** The name of a limit on sources in the reader's words, by its name in the interface. */
export function nameOfLimit(name: string): string {
  const { period, language, scope } = asideWords;
  return { time_range: period, language }[name] ?? scope;
}
