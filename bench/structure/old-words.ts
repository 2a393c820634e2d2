import type { SourceFile } from './tree.ts';

/** Words that only this project used, as parts of a name; ARCHITECTURE.md uses the words of the field. */
const WORDS: ReadonlySet<string> = new Set([
  ...[
    'face',
    'faces',
    'house',
    'houses',
    'keep',
    'kept',
    'keeping',
    'told',
    'tell',
    'tells',
    'telling',
    'said',
    'say',
  ],
  ...[
    'says',
    'saying',
    'asked',
    'asking',
    'asker',
    'purse',
    'blame',
    'blamed',
    'overtake',
    'tongue',
    'tongues',
  ],
  ...['locale', 'locales', 'hurry', 'hurried', 'scene', 'party', 'crowded', 'breather', 'impatience'],
  ...['trouble', 'troubles', 'troubled', 'watch', 'watched', 'watches', 'watching'],
]);
/** Suffixes of parameter types: callers choose `Options`, and `Deps` are passed in. */
const SUFFIXES = /^(?:[A-Z]\w*)?(?:Parts|Steps|Scene|Means|Wish)$/;
/** Bare amounts as names of constants. */
const AMOUNTS = /^(?:FEW|MOST|MUCH|NEAR|MANY|LITTLE|ENOUGH)(?:_|$)/;
const EXPORTED = /^export (?:declare )?(?:async )?(?:function\*?|const|class|type|interface) (\w+)/gm;

/** The exported names that use words of this project's own, as `file name`. */
export function oldWords(files: readonly SourceFile[]): readonly string[] {
  return files
    .filter(({ path }) => /^(?:src|web)\//.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(EXPORTED)]
        .map(([, name = '']) => name)
        .filter(isOld)
        .map((name) => `${path} ${name}`),
    );
}

function isOld(name: string): boolean {
  if (SUFFIXES.test(name) || AMOUNTS.test(name)) return true;
  return name.split(/_|(?<=[a-z\d])(?=[A-Z])/).some((word) => WORDS.has(word.toLowerCase()));
}
