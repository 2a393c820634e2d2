import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LITERAL =
  /(?<=[=(,:?&|![{;]\s*|=>\s*|return\s+)\/(?![*/])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+)\/[dgimsuvy]*/g;
/** What an escape in a pattern matches. */
const SAMPLES: Readonly<Record<string, string>> = {
  s: ' ',
  S: 'x',
  d: '1',
  D: 'x',
  w: 'a',
  W: '-',
  n: '\n',
  r: '\r',
  t: '\t',
  b: '',
  B: '',
  0: '\0',
};
const PROPERTIES: Readonly<Record<string, string>> = {
  Lu: 'É',
  L: 'é',
  Ll: 'é',
  N: '7',
  Nd: '7',
  M: '\u0301',
  P: '!',
  S: '€',
};
const ESCAPE = String.raw`\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\k<\w+>|\\.`;
const CLASS = String.raw`\[(?:\\.|[^\]\\])*\]`;
const GROUP = String.raw`\(\?(?:[:=!]|<[=!]|<\w+>)|[()|^$]`;
const REPEAT = String.raw`[*+?]\??|\{\d+,?\d*\}`;
const TOKEN = new RegExp([ESCAPE, CLASS, GROUP, REPEAT, String.raw`[\s\S]`].join('|'), 'gu');
const MOST_MEMBERS = 5;

const known = new Map<string, ReadonlySet<string>>();

/** The parts of the regular expressions in the modules of a folder: each is a text to repeat. */
export function fragmentsOf(folder: string): ReadonlySet<string> {
  const before = known.get(folder);
  if (before !== undefined) return before;
  const modules = globSync('**/*.ts', { cwd: folder }).filter(
    (path) => !/\.test\.ts$|node_modules/.test(path),
  );
  const sources = modules.map((path) => readFileSync(join(folder, path), 'utf8'));
  const patterns = sources.flatMap((text) => [...text.matchAll(LITERAL)].map(([, pattern = '']) => pattern));
  const fragments = new Set(patterns.flatMap(fragmentsOfPattern).filter((text) => text !== ''));
  known.set(folder, fragments);
  return fragments;
}

/** One text for each whole alternative, and one for each of its atoms. */
function fragmentsOfPattern(pattern: string): string[] {
  const fragments: string[] = [];
  let whole = '';
  for (const [token] of pattern.matchAll(TOKEN)) {
    if (token === '|' || token === '(' || token === ')') {
      fragments.push(whole);
      if (token === '|') whole = '';
      continue;
    }
    const samples = samplesOf(token);
    fragments.push(...samples);
    whole += samples[0] ?? '';
  }
  return [...fragments, whole];
}

/**
 * The text that one token of a pattern may match; empty for quantifiers, anchors and the beginnings of
 * groups.
 */
function samplesOf(token: string): string[] {
  if (token.startsWith('[')) return membersOf(token.slice(1, -1));
  if (token.startsWith('(?') || /^(?:[*+?^$]\??|\{\d+,?\d*\})$/.test(token)) return [];
  if (token === '.') return ['a'];
  return [sampleOf(token)];
}

function sampleOf(token: string): string {
  const code = /^\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2}))$/i.exec(token);
  if (code !== null) return String.fromCodePoint(Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '61', 16));
  const property = /^\\[pP]\{(?:\w+=)?(\w+)\}$/.exec(token)?.[1];
  if (property !== undefined) return PROPERTIES[property] ?? '字';
  if (token.startsWith('\\')) return SAMPLES[token.slice(1)] ?? token.slice(1);
  return token;
}

function membersOf(inside: string): string[] {
  if (inside.startsWith('^')) return ['z', ' '];
  const members = [...inside.matchAll(TOKEN)].map(([token]) => sampleOf(token));
  return members.filter((member) => member !== '-').slice(0, MOST_MEMBERS);
}
