import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FUNCTION = String.raw`function\*? (?<declared>\w+)`;
const ARROW = String.raw`const (?<assigned>\w+)(?:: [^=\n]+)? = (?:async )?(?=\()`;
const EXPORTED = new RegExp(`^export (?:async )?(?:${FUNCTION}|${ARROW})`, 'gm');
/** Types whose values contain text, or are made from it. */
const TEXT_TYPES = [
  ...['string', 'unknown', 'Buffer', 'Uint8Array', 'Question', 'Exchange', 'Hit', 'RawHit', 'Page', 'Source'],
  ...['Passage', 'Answer', 'Unit', 'Token', 'Line', 'Part', 'HtmlElement', 'StyledElement'],
  ...['Sheet', 'Selector', 'Styles', 'Declaration', 'IncomingHttpHeaders', 'FastifyRequest', 'ZipEntries'],
  ...['TextFile', 'TopLevelBlock', 'TreeElement'],
];
const HOLDS_TEXT = new RegExp(`\\b(?:${TEXT_TYPES.join('|')})\\b`);

/** An exported function whose parameters can contain text, such as `packages/text/words.ts toWords`. */
export type TextFunction = { readonly module: string; readonly name: string };

/**
 * All such functions in `src` and `packages`, found in the text of its modules: a parameter counts by the name of its type.
 */
export function textFunctions(): TextFunction[] {
  const modules = globSync('{src,packages}/**/*.ts', { cwd: ROOT }).filter(
    (path) => !path.endsWith('.test.ts'),
  );
  return modules
    .sort()
    .flatMap((path) => functionsIn(path.replace(/^src\//, ''), readFileSync(join(ROOT, path), 'utf8')));
}

function functionsIn(module: string, source: string): TextFunction[] {
  return [...source.matchAll(EXPORTED)]
    .filter(({ index }) => HOLDS_TEXT.test(parametersFrom(source, source.indexOf('(', index))))
    .map(({ groups }) => ({ module, name: groups?.declared ?? groups?.assigned ?? '' }));
}

/** The text between a bracket and its closing bracket. */
function parametersFrom(source: string, opening: number): string {
  let depth = 0;
  for (let at = opening; at < source.length; at++) {
    if ('([{'.includes(source[at] ?? '')) depth++;
    if (')]}'.includes(source[at] ?? '') && --depth === 0) return source.slice(opening, at);
  }
  return '';
}
