import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { commandHelp } from '../src/commands/help.ts';
import { settingsTable } from '../src/config/settings.ts';
import { defaultModels } from '../src/core/default-models.ts';
import { MODEL_NAMES } from '../src/interfaces/conversation/models.ts';

// Names that the documents use must be those of the code: settings, paths of the interface and of files,
// commands with their options, and models. test/docs.test.ts checks links, npm scripts and images.
const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
/** Decisions and records of experiments may name what is gone. */
const pages = ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md'].concat(
  globSync('docs/*.md', { cwd: root }),
);
const sources = globSync(
  '{src,packages,web,bin,build,bench,test,examples,deploy,.ci}/**/*.{ts,tsx,js,mjs,yaml,yml,env,service}',
  {
    cwd: root,
  },
).filter((path) => !path.includes('docs') && !path.includes('node_modules'));
const code = [...sources, 'compose.yaml', 'Dockerfile'].map(read).join('\n');
const interfaces = sources
  .filter((path) => path.startsWith('src/interfaces/') && !path.endsWith('.test.ts'))
  .map(read)
  .join('\n');

/** Environment variables of other programs, which only the documents name. */
const OF_OTHERS: ReadonlySet<string> = new Set([
  ...['TAVILY_SEARCH_URL', 'TAVILY_EXTRACT_URL', 'JINA_API_URL', 'JINA_API_KEY'], // LibreChat
  ...['SEARXNG_ENDPOINT', 'SELF_HOST'], // MCP servers of npm
  ...['HTTP_PROXY', 'HTTPS_PROXY'], // many programs
  'OTEL_EXPORTER_OTLP_HEADERS', // OpenTelemetry's exporter
  ...['REPOSITORY_URL', 'CODE_OF_CONDUCT'], // a placeholder, and a file
]);

/** What a pattern finds in the pages, with the page; without repetition. */
function found(pattern: RegExp): readonly (readonly [page: string, name: string])[] {
  return pages.flatMap((page) => {
    const names = [...read(page).matchAll(pattern)].map(([, name = '']) => name);
    return [...new Set(names)].map((name) => [page, name] as const);
  });
}

const wrong = (names: readonly (readonly [string, string])[], isRight: (name: string) => boolean) =>
  names.filter(([, name]) => !isRight(name)).map(([page, name]) => `${page}: ${name}`);

test('every setting that the documents name is in the table, or is a name of other software', () => {
  const own = new Set(Object.values(settingsTable).map(({ name }) => name));
  const isOwn = (name: string) => own.has(name.replace(/_FILE$/, ''));
  const named = found(/\b([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+)\b/g);
  assert.ok(named.length > 200);
  const isKnown = (name: string) =>
    isOwn(name) || OF_OTHERS.has(name) || new RegExp(`\\b${name}\\b`).test(code);
  assert.deepEqual(wrong(named, isKnown), []);
  const ofOwnKind = named.filter(([, name]) =>
    /^(?:SEARCH|MODEL|RERANK|EMBED|VERDICTS)_[A-Z_]*[A-Z]$/.test(name),
  );
  assert.deepEqual(
    wrong(ofOwnKind, (name) => isOwn(name) || /_FALLBACK$/.test(name)),
    [],
  );
});

test('every path of the interface that the documents ask for is one that the service serves', () => {
  const served = [...interfaces.matchAll(/['"`}](\/[\w./:{}*-]*)['"`$]/g)].map(([, path = '']) =>
    path.replace(/:\w+|\{\w+\}|\*/g, '{}'),
  );
  const named = [
    ...found(/`(?:(?:GET|POST|HEAD|PUT|DELETE)(?:, (?:GET|POST))* )(\/[\w./{}-]*)/g),
    ...found(/(?:localhost|HOST|127\.0\.0\.1):3000(\/[\w./{}-]*)/g),
  ].map(
    ([page, path]) =>
      [page, path.replace(/\{\w+\}|[0-9a-f]{8}-[0-9a-f-]{27}/g, '{}').replace(/\.+$/, '')] as const,
  );
  assert.ok(named.length > 60);
  const base = new Set(['/v1', '/documents/', '/']);
  assert.deepEqual(
    wrong(
      named,
      (path) => base.has(path) || served.includes(path) || served.includes(path.replace(/^\/v1/, '')),
    ),
    [],
  );
});

test('every command of sayso that the documents name exists, with the options that they give it', () => {
  const named = found(
    /\bsayso(?:\.js)? ((?:ask|serve|demo|mcp|doctor|setup|index|eval|settings|version)\b[^`\n|]*)/g,
  );
  assert.ok(named.length > 30);
  assert.deepEqual(
    wrong(named, (line) => {
      const [command = '', ...rest] = line.split(/\s+/);
      const help = commandHelp(command) ?? '';
      return rest
        .filter((word) => /^--[a-z]/.test(word))
        .every((word) => help.includes(word.split('=')[0] ?? ''));
    }),
    [],
  );
});

test('every file of the project that the documents name is there', () => {
  const named = found(
    /`((?:src|packages|web|bin|build|bench|test|deploy|examples|docs|\.ci|\.github)\/[\w./-]+)`/g,
  );
  assert.ok(named.length > 80);
  assert.deepEqual(
    wrong(named, (path) => /\/CODE\b|\/example\b/.test(path) || existsSync(join(root, path))),
    [],
  );
});

test('every model that the documents name is one of the service, or a default of a provider', () => {
  const named = found(/`(sayso-(?!answers)[a-z-]+)`/g);
  assert.deepEqual(
    wrong(named, (name) => MODEL_NAMES.some((each) => each === name) || interfaces.includes(`'${name}'`)),
    [],
  );
  const hosted = found(/\b((?:gpt|claude|gemini|mistral)-[\w.]+(?:-[\w.]+)*)/g);
  const defaults = Object.values(defaultModels) as readonly string[];
  assert.ok(hosted.length > 3);
  assert.deepEqual(
    wrong(hosted, (name) => defaults.includes(name)),
    [],
  );
});
