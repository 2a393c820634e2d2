import { toPlain } from './phrases.ts';

/** ISO 639-1 codes; the names come from the runtime. */
const LANGUAGE_CODES = (
  'ar bg bn ca cs da de el en es et eu fa fi fr ga gl he hi hr hu id is it ja ko la lt lv mk ms nb nl no ' +
  'pl pt ro ru sk sl sq sr sv sw ta te th tl tr uk ur vi zh'
).split(' ');

const namesByCode = new Map<string, ReadonlyMap<string, string>>();

/**
 * The ISO 639-1 codes of languages by their names in a language, in lower case (`toPlain`). The names in each
 * language are made once.
 */
export function languageNames(inLanguage: string): ReadonlyMap<string, string> {
  const cached = namesByCode.get(inLanguage);
  if (cached !== undefined) return cached;
  const display = new Intl.DisplayNames(inLanguage, { type: 'language' });
  const entries = LANGUAGE_CODES.flatMap((code) => {
    const name = toPlain(display.of(code) ?? code, false).text;
    // German and Dutch say "ins Englische"; Chinese has two words for each language.
    const forms = [name, `${name}e`, ...(inLanguage === 'zh' ? [name.replace('语', '文')] : [])];
    return forms.map((form) => [form, code] as const);
  });
  const names = new Map(entries);
  namesByCode.set(inLanguage, names);
  return names;
}
