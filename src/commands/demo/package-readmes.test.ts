import assert from 'node:assert/strict';
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { indexDocuments } from '@sayso/collections';
import { ANY_SCOPE } from '../../core/scope.ts';
import { createCollection } from '../../documents/collection.ts';
import { readPackageReadmes } from './package-readmes.ts';

const { signal } = new AbortController();
const installed = fileURLToPath(new URL('../../../node_modules', import.meta.url));

test('the address of a README is its file on GitHub, or the homepage; packages without one are skipped', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sayso-packages-'));
  const homepage = 'https://a.example/#readme';
  const packages = {
    '@scope/one': {
      ...{ name: '@scope/one', description: 'First', homepage, license: 'MIT', version: '1.2.3' },
      author: { name: 'Ann <ann@a.example>' },
    },
    two: {
      name: 'two',
      homepage,
      repository: { type: 'git', url: 'git+https://github.com/owner/two.git', directory: 'packages/two' },
    },
    three: { name: 'three', homepage: 'javascript:alert(1)', repository: 'owner/three' },
    binary: { name: 'binary', homepage, os: ['linux'] },
    homeless: { name: 'homeless', repository: 'https://gitlab.example/a/b' },
    broken: 'no object',
  };
  for (const [name, manifest] of Object.entries(packages)) {
    await mkdir(join(folder.path, name), { recursive: true });
    await writeFile(join(folder.path, name, 'package.json'), JSON.stringify(manifest));
    await writeFile(
      join(folder.path, name, name === 'two' ? 'readme.markdown' : 'README.md'),
      '# Hello\n\nWorld.',
    );
  }
  await mkdir(join(folder.path, 'bare'));
  const install = (name: string) => `The command to install ${name} with npm is: npm install ${name}`;
  const text = 'Hello\n\nWorld.';
  const facts = [
    '@scope/one is described as: First.',
    'The license of @scope/one is MIT: it is published under this license.',
    install('@scope/one'),
    'The author of @scope/one, who made (wrote) it, is Ann.',
    'The version of @scope/one described here is 1.2.3.',
  ];
  assert.deepEqual(await Array.fromAsync(readPackageReadmes(folder.path, signal)), [
    {
      url: homepage,
      path: 'packages/@scope/one',
      title: '@scope/one: First',
      text: `${facts.join('\n\n')}\n\n${text}`,
    },
    {
      url: 'https://github.com/owner/three/blob/HEAD/README.md',
      path: 'packages/three',
      title: 'three',
      text: `${install('three')}\n\n${text}`,
    },
    {
      url: 'https://github.com/owner/two/blob/HEAD/packages/two/readme.markdown',
      path: 'packages/two',
      title: 'two',
      text: `${install('two')}\n\n${text}`,
    },
  ]);
});

test('yields nothing for a missing folder', async () => {
  assert.deepEqual(
    await Array.fromAsync(readPackageReadmes(join(dirname(installed), 'missing'), signal)),
    [],
  );
});

test('answers questions about the packages that are installed here', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sayso-readmes-'));
  const file = join(folder.path, 'readmes.sqlite');
  const report = await indexDocuments({ documents: readPackageReadmes(installed, signal), file }, signal);
  assert.ok(report.indexed >= 50, `only ${report.indexed}`);
  const collection = createCollection({ file });
  for (const [question, name] of Object.entries({
    'What is Fastify?': 'fastify/fastify/',
    'What is property-based testing?': 'dubzzz/fast-check/',
    'How can I test a page for accessibility?': 'dequelabs/axe-core/',
  })) {
    const outcome = await collection.search(
      { text: question, limit: 5, scope: { ...ANY_SCOPE, language: 'en' } },
      signal,
    );
    const urls = outcome.status === 'ok' ? outcome.hits.map((hit) => hit.url) : [];
    assert.ok(
      urls.some((url) => url.startsWith(`https://github.com/${name}blob/HEAD/`)),
      `${question}: ${urls.join(' ')}`,
    );
  }
});
