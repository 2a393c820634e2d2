import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { parseSources, sourcesSchema } from '@sayso/collections';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse as parseYaml } from 'yaml';
import { loadSettings } from '../src/config/load.ts';
import { settingsAsEnvFile, settingsAsMarkdown } from '../src/config/print.ts';
import { keysSchema, parseKeyFile } from '../src/keys/key-file.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const pages = globSync('{*.md,docs/**/*.md}', { cwd: root });

test('the configuration page and .env.example are what the settings table prints', () => {
  assert.equal(read('docs/configuration.md'), settingsAsMarkdown(), 'run `npm run docs`');
  assert.equal(read('.env.example'), settingsAsEnvFile(), 'run `npm run docs`');
});

test('the files of sources and keys in the documentation are valid, by their schemas for editors and as they are read', () => {
  const files = [
    {
      example: /# sources\.yml\n[^`]+/,
      page: 'docs/documents.md',
      schema: sourcesSchema(),
      parse: parseSources,
    },
    {
      example: /default: \{ requests[^`]+/,
      page: 'docs/operate.md',
      schema: keysSchema(),
      parse: parseKeyFile,
    },
  ];
  for (const { example, page, schema, parse } of files) {
    const [text = ''] = example.exec(read(page)) ?? [];
    const written = text.replaceAll('sha256: ...', () => `sha256: ${randomBytes(32).toString('hex')}`);
    const isValid = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    assert.ok(isValid(parseYaml(written)), `${page}: ${JSON.stringify(isValid.errors)}`);
    assert.ok(!isValid({ unknown: 1 }));
    parse(written);
  }
});

test('every file and every heading that the documentation links to is there', () => {
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/g)]
      .map(([, file = '', heading]) => ({ path: file === '' ? page : join(dirname(page), file), heading }))
      .filter(({ path, heading }) => !isThere(path, heading))
      .map(({ path, heading }) => `${page} -> ${path}${heading === undefined ? '' : `#${heading}`}`),
  );
  assert.deepEqual(broken, []);
});

test('every page of the documentation can be reached from the README', () => {
  const reached = new Set(['README.md']);
  for (const page of reached)
    for (const [, file = ''] of read(page).matchAll(/\]\((?!https?:)([^)#\s]+)/g))
      if (file.endsWith('.md')) reached.add(join(dirname(page), file));
  const pagesForReaders = pages.filter((page) => !page.startsWith('docs/decisions/'));
  assert.deepEqual(
    pagesForReaders.filter((page) => !reached.has(page)),
    [],
  );
});

test('every file that the architecture page names is there', () => {
  const names = new Set(
    globSync('{src,packages,web,bin,bench}/**/*.{ts,tsx,js}', { cwd: root }).map((path) => basename(path)),
  );
  const named = [...read('ARCHITECTURE.md').matchAll(/[\w.-]+\.(?:tsx?|js)\b/g)].map(([name]) => name);
  assert.deepEqual(
    named.filter((name) => !names.has(name) && !existsSync(join(root, 'test', name))),
    [],
  );
  const paths = [...read('ARCHITECTURE.md').matchAll(/`((?:src|packages|web|deploy)\/[\w./-]+)`/g)];
  assert.deepEqual(
    paths.map(([, path = '']) => path).filter((path) => !existsSync(join(root, path))),
    [],
  );
});

test('every container image that the documentation names is one of compose.yaml', () => {
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(/docker\.io\/[\w./-]+:[\w.-]+/g)].map(([image]) => image),
  );
  const compose = read('compose.yaml');
  assert.deepEqual(
    named.filter((image) => !compose.includes(`image: ${image}\n`)),
    [],
  );
});

test('every npm script and every bench that the documentation names exists', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(/npm run ([\w:-]+)/g)].map((match) => match[1] ?? ''),
  );
  assert.deepEqual(
    [...new Set(named)].filter((name) => scripts[name] === undefined),
    [],
  );
  const benches = pages.flatMap((page) =>
    [...read(page).matchAll(/\bbench -- ([a-z-]+)/g)].map((match) => match[1] ?? ''),
  );
  assert.deepEqual(
    [...new Set(benches)].filter((name) => !existsSync(join(root, 'bench', `${name}.ts`))),
    [],
  );
});

test('bold text ends where it should, and a heading follows an empty line', () => {
  for (const page of pages) {
    const paragraphs = withoutCode(read(page)).split(/\n\s*\n/);
    const unpaired = paragraphs.filter((paragraph) => paragraph.split('**').length % 2 === 0);
    assert.deepEqual(unpaired, [], page);
    const attached = paragraphs.filter((paragraph) => /^(?!<!--).+\n#{1,6} /m.test(paragraph));
    assert.deepEqual(attached, [], page);
  }
});

test('no placeholder in a command is a redirection', () => {
  for (const page of pages)
    for (const [command] of read(page).matchAll(/^( *)```sh\n[\s\S]*?^\1```/gm))
      assert.doesNotMatch(command, /<[a-z][a-z -]*>/i, page);
});

test('every command of an example begins its own line, and no comment has swallowed one', () => {
  const names =
    'caddy|cat|cd|cp|curl|docker|export|git|kind|kiwix-serve|kubectl|node|npm|npx|ollama|printf|' +
    'prometheus|promtool|sed|sha256sum|sudo\\w*|systemctl|while';
  const isCommand = new RegExp(String.raw`^(?:sudo |\w+=\S+ )*(?:[A-Z_]+=\S+$|\/?[\w./-]+\/|(?:${names})\b)`);
  for (const page of pages)
    for (const [, , block = ''] of read(page).matchAll(/^( *)```sh\n([\s\S]*?)^\1```/gm)) {
      const commands = block.replace(/<<'(\w+)'\n[\s\S]*?^ *\1$/gm, '').split(/(?<![\\|])\n/);
      for (const command of commands.filter((line) => line.trim() !== '')) {
        assert.match(command.trim(), isCommand, page);
        assert.doesNotMatch(command, / # .*\b(?:curl|docker|export|npm (?:ci|run|start|test)|npx)\b/, page);
      }
    }
});

test('each file of settings for a set-up is complete, also with its lines for documents and others', () => {
  const files = globSync('deploy/env/*.env', { cwd: root });
  assert.ok(files.length > 4);
  for (const file of files)
    for (const text of [read(file), read(file).replaceAll(/^#(?=[A-Z_]+=)/gm, '')]) {
      const { warnings } = loadSettings(parseEnv(text));
      assert.deepEqual(warnings, [], file);
      if (file.includes('compose')) assert.doesNotMatch(text, /SEARCH_PRIMARY/, file);
    }
});

test('a set-up is a file to copy that is there, never lines to paste behind those of another set-up', () => {
  for (const page of pages) {
    assert.doesNotMatch(read(page), /cat >> \.env/, page);
    for (const [, file = ''] of read(page).matchAll(/^ *cp (\S+) \.env$/gm))
      assert.ok(existsSync(join(root, file)), `${page}: ${file}`);
  }
});

/** A Markdown text without its code. */
function withoutCode(markdown: string): string {
  return withoutFences(markdown).replace(/(`+)(?!`)[^`]*?\1(?!`)/g, '');
}

function withoutFences(markdown: string): string {
  return markdown.replace(/^ *```[\s\S]*?^ *```/gm, '');
}

/** Whether a file exists and contains the heading, if one is named. */
function isThere(path: string, heading: string | undefined): boolean {
  if (!existsSync(join(root, path))) return false;
  return heading === undefined || headingsOf(read(path)).includes(heading);
}

/** The headings of a Markdown text as in GitHub's links. */
function headingsOf(markdown: string): string[] {
  return [...withoutFences(markdown).matchAll(/^#{1,6} (.+)$/gm)].map(([, text = '']) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
