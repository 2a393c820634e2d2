import { toPlain } from './phrases.ts';

/** ISO 639-1 codes; the names come from the runtime. */
const CODES =
  'ar bg bn ca cs da de el en es et eu fa fi fr ga gl he hi hr hu id is it ja ko la lt lv mk ms nb nl no pl ' +
  'pt ro ru sk sl sq sr sv sw ta te th tl tr uk ur vi zh';

const known = new Map<string, readonly string[]>();

/** The names of languages in the language with this code, in the form in which phrases are found. */
export function languageNames(code: string): readonly string[] {
  const found = known.get(code);
  if (found !== undefined) return found;
  const display = new Intl.DisplayNames(code, { type: 'language' });
  const names = CODES.split(' ').flatMap((each) => {
    const name = toPlain(display.of(each) ?? '', false).text;
    // German and Dutch say "ins Englische"; Chinese has two words for each language.
    return [name, `${name}e`, code === 'zh' ? name.replace('语', '文') : name];
  });
  const made = [...new Set(names)].filter((name) => name !== '');
  known.set(code, made);
  return made;
}
