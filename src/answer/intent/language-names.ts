import { toPlain } from './phrases.ts';

/** ISO 639-1 codes; the names come from the runtime. */
const CODES =
  'ar bg bn ca cs da de el en es et eu fa fi fr ga gl he hi hr hu id is it ja ko la lt lv mk ms nb nl no ' +
  'pl pt ro ru sk sl sq sr sv sw ta te th tl tr uk ur vi zh';

const namesByCode = new Map<string, ReadonlyMap<string, string>>();

/** The codes of languages by their names in this language, in the form in which phrases are found. */
export function languageNames(code: string): ReadonlyMap<string, string> {
  const cached = namesByCode.get(code);
  if (cached !== undefined) return cached;
  const display = new Intl.DisplayNames(code, { type: 'language' });
  const entries = CODES.split(' ').flatMap((named) => {
    const name = toPlain(display.of(named) ?? named, false).text;
    // German and Dutch say "ins Englische"; Chinese has two words for each language.
    const forms = [name, `${name}e`, ...(code === 'zh' ? [name.replace('语', '文')] : [])];
    return forms.map((form) => [form, named] as const);
  });
  const names = new Map(entries);
  namesByCode.set(code, names);
  return names;
}
