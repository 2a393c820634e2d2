import { conditionHolds } from './condition.ts';
import { isKnownList } from './pseudo-names.ts';
import { isTaken } from './styles.ts';

/** What the names of properties are made of, in a browser of 2026. */
const WORDS: ReadonlySet<string> = new Set(
  (
    'accent action activation active adjust after align alignment all alternates anchor animation app appearance area ' +
    'areas asian aspect attachment auto autospace axis backdrop backface background baseline basis before behavior ' +
    'bidi blend block border bottom box break buffered cap caps caption caret cells change character chars class ' +
    'clear clip collapse color column columns combine composite composition contain container content corner count ' +
    'counter cursor cx cy d dasharray dashoffset decoration delay depth direction display distance dominant drag ' +
    'duration dynamic east edge effect emoji emphasis empty end events fallbacks family feature field fill filter ' +
    'filters fit flex float flood flow font forced function gap grid group grow gutter height hyphenate hyphens image ' +
    'increment indent index initial ink inline inset inside interactivity interest interpolate interpolation ' +
    'intrinsic isolation items iteration junction justify kerning language last layout left letter ligatures lighting ' +
    'limit line linecap linejoin list lock margin marker mask math max mid min miterlimit mix mode name numeric ' +
    'object offset opacity optical order orientation origin orphans outline outset outside overflow overhang overlap ' +
    'overlay override overscroll padding page paint palette path perspective place play pointer position print ' +
    'property quotes r radius range ratio reading region rendering repeat reset resize right rotate row rows ruby ' +
    'rule rx ry safety scale scheme scope scroll scrollbar select self set settings shadow shape shift shrink side ' +
    'size sizing skip slice small snap source space spacing span speak start state stop stretch stroke style ' +
    'synthesis tab table target template text thickness threshold timeline timing top touch transform transition ' +
    'translate trigger trim try type underline unicode upright user variant variation vector vertical view visibility ' +
    'weight white widows width will window word wrap writing x y z zoom'
  ).split(' '),
);
/** Prefixed properties that only browsers on telephones take. */
const NOT_HERE = /^-(?!webkit-|-)|^-webkit-(?:touch-callout|overflow-scrolling)$/;
const FOREIGN_VALUE = /^\s*-(?:moz|ms|o)-/;

/** Whether the condition of `@supports` holds in a browser of usual age; a property it has never heard of is not supported. */
export function isSupported(condition: string): boolean {
  const holds = conditionHolds(condition, (part) => {
    const selector = /^selector\(([\s\S]*)\)$/i.exec(part.trim())?.[1];
    if (selector !== undefined) return isKnownList(selector);
    const [, name, value] = /^\(\s*([-\w]+)\s*:([\s\S]*)\)$/.exec(part.trim()) ?? [];
    if (name === undefined || value === undefined) return /^font-(?:tech|format)\(/i.test(part.trim());
    return isProperty(name.toLowerCase()) && !FOREIGN_VALUE.test(value) && isTaken(name, value);
  });
  return holds === true;
}

function isProperty(name: string): boolean {
  if (name.startsWith('--')) return true;
  return (
    !NOT_HERE.test(name) &&
    name
      .replace(/^-webkit-/, '')
      .split('-')
      .every((word) => WORDS.has(word))
  );
}
