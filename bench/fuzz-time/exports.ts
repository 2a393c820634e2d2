import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder with all libraries. */
export const LIBRARIES = fileURLToPath(new URL('../../packages/', import.meta.url));

/** A function that a library exports, with its parameters as they are written. */
type ExportedFunction = {
  readonly library: string;
  /** The module that declares it, below the folder of all libraries. */
  readonly module: string;
  readonly name: string;
  readonly parameters: string;
  /** False for a library without an `index.ts`, which is for the other libraries. */
  readonly isPublic: boolean;
};

const DECLARED = /^export (?:async )?function\*? (\w+)/gm;
const LISTED = /^export \{([^}]*)\} from/gm;
/** Types whose values contain text. */
const HOLDS_TEXT =
  /\b(?:string|Uint8Array|SearchHit|HitPage|SelectedSource|EvidenceSource|JudgedText|MarkdownToken)\b/;

/**
 * The functions that a library's `index.ts` exports and that take text; all of a library without that file, which
 * has no inside.
 */
export function textFunctions(): ExportedFunction[] {
  const modules = globSync('*/**/*.ts', { cwd: LIBRARIES }).filter(
    (path) => !/\.test\.ts$|node_modules|\/(?:bench|test)\//.test(path),
  );
  const indexes = new Map(
    modules
      .filter((path) => /^\w+\/index\.ts$/.test(path))
      .map((path) => [libraryOf(path), readFileSync(join(LIBRARIES, path), 'utf8')]),
  );
  return modules.sort().flatMap((module) => {
    const library = libraryOf(module);
    const index = indexes.get(library);
    const listed = new Set(
      [...(index ?? '').matchAll(LISTED)].flatMap(([, names = '']) =>
        names.split(',').map((name) => name.trim().split(' ')[0]),
      ),
    );
    const isExported = (name: string) =>
      index === undefined || module.endsWith('/index.ts') || listed.has(name);
    const source = readFileSync(join(LIBRARIES, module), 'utf8');
    return [...source.matchAll(DECLARED)]
      .map(([, name = ''], at, all) => ({
        ...{ library, module, name, isPublic: index !== undefined },
        parameters: parametersFrom(source, source.indexOf('(', all[at]?.index)),
      }))
      .filter(({ name, parameters }) => isExported(name) && HOLDS_TEXT.test(parameters));
  });
}

const libraryOf = (path: string) => path.slice(0, path.indexOf('/'));

/** Whether a text alone is enough to call a function with these parameters: the others have a default. */
export function takesOneText(parameters: string): boolean {
  const [first = '', ...others] = parameters.split(/,\s*(?=\w+\??:|\w+ =|\{)/).map((each) => each.trim());
  return (
    /^\w+: string(?: \| Uint8Array)?,?$/.test(first) && others.every((each) => / = |^\w+\?:|^$/.test(each))
  );
}

/** The text between a bracket and its closing bracket. */
function parametersFrom(source: string, opening: number): string {
  let depth = 0;
  for (let at = opening; at < source.length; at++) {
    if ('([{'.includes(source[at] ?? '')) depth++;
    if (')]}'.includes(source[at] ?? '') && --depth === 0) return source.slice(opening + 1, at);
  }
  return '';
}
