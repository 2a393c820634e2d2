// Packs the checkout, and uses the package as others would: installed by its file in an empty folder, without
// scripts, with each version of Node that it supports. Plain JavaScript, run by the machine's own Node after `npm ci`.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { name, exports } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
const entries = Object.keys(exports).filter((path) => !path.endsWith('.json'));
const PLATFORM = `node-linux-${process.arch}`;
/** The machine's own Node, and those in npm packages. */
const NODES = { own: null, 22: '22.23.3', 24: '24.21.0' };
const PUBLINT = 'publint@0.3.25';
const TYPES = '@arethetypeswrong/cli@0.18.5';
const MAX_PACKED_BYTES = 6_000_000;
const MAX_BYTES = 50_000_000;
const MAX_BYTES_WITH_NODE = 240_000_000;

const scratch = await mkdtemp(join(tmpdir(), 'sayso-package-'));
let packed;
after(() => rm(scratch, { recursive: true }));

/** Runs a command to its end with a version of Node; fails with its output if it fails. */
function run(program, args, { cwd = scratch, node = null } = {}) {
  const env = { ...process.env, npm_config_update_notifier: 'false' };
  if (node !== null) env.PATH = node + delimiter + env.PATH;
  return new Promise((resolve, reject) => {
    execFile(program, args, { cwd, env, maxBuffer: 1e8 }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${program} ${args.join(' ')} ended with ${error.code}:\n${stdout}${stderr}`));
    });
  });
}

async function emptyFolder(manifest = {}) {
  const folder = await mkdtemp(join(scratch, 'folder-'));
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, type: 'module', ...manifest }),
  );
  return folder;
}

async function install(folder, node, ...args) {
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...args], {
    cwd: folder,
    node,
  });
  return folder;
}

/** The folder with the program of a version of Node; null for the machine's own. */
async function folderOf(version) {
  if (version === null) return null;
  const folder = await install(await emptyFolder(), null, `${PLATFORM}@${version}`);
  return join(folder, 'node_modules', PLATFORM, 'bin');
}

async function bytesOnDisk(folder) {
  const paths = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(paths.map(async (path) => (await lstat(join(folder, path))).blocks * 512));
  return sizes.reduce((sum, each) => sum + each, 0);
}

/** Starts the demo, asks it a question, and stops it. */
async function askDemo(folder, node) {
  const env = {
    ...process.env,
    PORT: '0',
    ...(node !== null && { PATH: node + delimiter + process.env.PATH }),
  };
  const demo = spawn('npx', ['--no', 'sayso', 'demo', '--offline'], { cwd: folder, env, detached: true });
  let output = '';
  for (const stream of [demo.stdout, demo.stderr]) stream.on('data', (data) => (output += data));
  try {
    while (!/Open (http:\S+)/.test(output))
      if ((await Promise.race([once(demo.stdout, 'data'), once(demo, 'exit')])).length === 2) break;
    const address = /Open (http:\S+)/.exec(output)?.[1];
    assert.ok(address, output);
    const reply = await (await fetch(`${address}/api/v1/query?q=How+many+people+live+in+Japan%3F`)).json();
    assert.match(await (await fetch(address)).text(), /<title>/);
    return reply;
  } finally {
    process.kill(-demo.pid, 'SIGTERM');
    await once(demo, 'close');
  }
}

before(async () => {
  const list = JSON.parse(
    await run('npm', ['pack', '--json', '--pack-destination', scratch], { cwd: root }).then((text) =>
      text.slice(text.search(/^[[{]\s*$/m)),
    ),
  );
  packed = join(scratch, (Array.isArray(list) ? list[0] : Object.values(list)[0]).filename);
});

test('the package is small, and packing leaves package.json as it was', async (t) => {
  const { size } = await stat(packed);
  t.diagnostic(`packed: ${size} bytes`);
  assert.ok(size < MAX_PACKED_BYTES, `${size} bytes`);
  assert.ok('dependencies' in JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
});

for (const [label, version] of Object.entries(NODES))
  test(`installed with Node ${label} and no scripts, the demo answers and every export is found`, async (t) => {
    const node = await folderOf(version);
    const folder = await install(await emptyFolder(), node, packed);
    const bytes = await bytesOnDisk(join(folder, 'node_modules'));
    t.diagnostic(`${await run('node', ['--version'], { node })}: ${Math.round(bytes / 1e6)} MB`);
    assert.ok(bytes < MAX_BYTES_WITH_NODE, `${bytes} bytes`);
    const { answer, sources } = await askDemo(folder, node);
    assert.match(answer, /Japan/);
    assert.ok(sources.length > 0);
    // npx finds the Node that came with the package first; this is the version itself.
    const bin = join('node_modules', name, 'bin', 'sayso.js');
    assert.match(await run('node', [bin, '--help'], { cwd: folder, node }), /sayso ask/);
    const code = entries.map(
      (path) => `console.log(Object.keys(await import('${name}${path.slice(1)}')).length)`,
    );
    await writeFile(join(folder, 'imports.js'), code.join('\n'));
    const counts = (await run('node', ['imports.js'], { cwd: folder, node })).trim().split('\n');
    assert.equal(counts.length, entries.length);
    assert.ok(counts.every((count) => Number(count) > 0));
  });

test('without its optional packages, it uses a recent Node that is already there', async (t) => {
  const node = await folderOf(NODES[24]);
  const folder = await install(await emptyFolder(), node, '--omit=optional', packed);
  const bytes = await bytesOnDisk(join(folder, 'node_modules'));
  t.diagnostic(`without Node: ${Math.round(bytes / 1e6)} MB`);
  assert.ok(bytes < MAX_BYTES, `${bytes} bytes`);
  assert.match((await askDemo(folder, node)).answer, /Japan/);
});

test('a strict TypeScript project compiles with the types of every export', async () => {
  const folder = await install(await emptyFolder(), null, '--omit=optional', packed);
  const guide = await readFile(join(root, 'docs', 'libraries.md'), 'utf8');
  const examples = [...guide.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code);
  assert.equal(examples.length, entries.length);
  await mkdir(join(folder, 'src'));
  for (const [at, code] of examples.entries()) await writeFile(join(folder, 'src', `example-${at}.ts`), code);
  const compilerOptions = {
    ...{ module: 'nodenext', target: 'es2022', lib: ['es2022', 'dom'], noEmit: true, types: [] },
    ...{
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
    },
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
  await run('node', [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', folder]);
});

test('publint and Are the types wrong? find no mistake', async () => {
  await run('npx', ['--yes', PUBLINT, 'run', packed, '--strict']);
  await run('npx', ['--yes', TYPES, packed, '--profile', 'esm-only']);
});
