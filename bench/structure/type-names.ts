import type { SourceFile } from './tree.ts';

/** A type name that is declared in several files, or twice in one. */
export type RepeatedName = {
  readonly name: string;
  readonly files: readonly string[];
  /** Whether other files can import any of them. */
  readonly isExported: boolean;
};

type Declaration = { readonly name: string; readonly file: string; readonly isExported: boolean };

/**
 * At the beginning of a line, because anything declared inside `declare module` belongs to another module.
 */
const DECLARATION =
  /^(export )?(?:declare |abstract )*(?:type (?=\w+(?: =|<))|(?:interface|class) (?=\w+[ <]))(\w+)/gm;

/** The names of types, interfaces and classes that are declared more than once. */
export function repeatedTypeNames(files: readonly SourceFile[]): readonly RepeatedName[] {
  const declared = Map.groupBy(files.flatMap(declarationsIn), ({ name }) => name);
  return [...declared]
    .filter(([, declarations]) => declarations.length > 1)
    .map(([name, declarations]) => ({
      name,
      files: declarations.map(({ file }) => file),
      isExported: declarations.some(({ isExported }) => isExported),
    }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

function declarationsIn({ path, text }: SourceFile): readonly Declaration[] {
  return [...text.matchAll(DECLARATION)].map(([, exported, name]) => ({
    name: name ?? '',
    file: path,
    isExported: exported !== undefined,
  }));
}
