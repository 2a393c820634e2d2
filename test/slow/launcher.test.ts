import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { asOlderNode, copyLauncher } from '../support/copy-launcher.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sayso = join(root, 'bin', 'sayso.js');
const skip = process.platform === 'win32' && 'the loader and the shell are those of Unix';

const noLibrary =
  'echo "node: error while loading shared libraries: libatomic.so.1: cannot open shared object file: ' +
  'No such file" >&2; exit 127';
const noLibraryOfMusl =
  'echo "Error loading shared library libatomic.so.1: No such file or directory (needed by node)" >&2; ' +
  'exit 127';
const unknownLibrary =
  'echo "node: error while loading shared libraries: libfancy.so.9: cannot open shared object file" ' +
  '>&2; exit 127';

/** After every installation of the tests. */
const LATER = new Date(Date.now() + 3_600_000);

/** The settings of a service that calls no other server. */
const quiet = {
  PATH: process.env.PATH ?? '',
  PORT: '0',
  SEARCH_TERTIARY_URL: 'off',
  MODEL_PROVIDER: 'extractive',
};

test('a start that fails because of a missing library names the package to install', { skip }, async () => {
  for (const loader of [noLibrary, noLibraryOfMusl]) {
    await using copy = await copyLauncher(loader);
    const env = { PATH: process.env.PATH, npm_node_execpath: copy.olderNode };
    for (const [command, args] of [
      [join(copy.folder, 'bin', 'with-node'), ['bin/sayso.js', 'serve']],
      [join(copy.folder, 'bin', 'with-node'), ['web/build.ts']],
      [copy.olderNode, [join(copy.folder, 'bin', 'sayso.js'), '--help']],
    ] as const) {
      const { status, stderr } = spawnSync(command, args, { cwd: copy.folder, env, encoding: 'utf8' });
      assert.equal(status, 1);
      assert.match(stderr, /the library libatomic\.so\.1 is missing\.\nInstall it with: .*\blibatomic1?\b/);
    }
  }
});

test('an unknown missing library is named with the command that finds its package', {
  skip,
}, async () => {
  await using copy = await copyLauncher(unknownLibrary);
  const { stderr } = spawnSync(copy.olderNode, [join(copy.folder, 'bin', 'sayso.js')], { encoding: 'utf8' });
  assert.match(stderr, /libfancy\.so\.9 is missing\.\nFind the package.*: .* libfancy\.so\.9/);
});

test('a script first installs what is missing in a clone, or after a pull, and says so', {
  skip,
}, async () => {
  await using copy = await copyLauncher('');
  const modules = join(copy.folder, 'node_modules');
  await rm(modules, { recursive: true });
  await writeFile(join(copy.folder, 'says.js'), 'console.log("it runs");');
  const npm = join(copy.folder, 'npm-cli.js');
  const installs = `import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
    console.log('npm', ...process.argv.slice(2));
    mkdirSync('node_modules/.bin', { recursive: true });
    const node = '#!/bin/sh\\nexec "' + process.execPath + '" "$@"';
    writeFileSync('node_modules/.bin/node', node, { mode: 0o755 });
    cpSync('package-lock.json', 'node_modules/.package-lock.json');`;
  await writeFile(npm, installs);
  /** Other packages, as `git pull` brings them: in a newer file. */
  const pull = async (packages: Readonly<Record<string, object>>) => {
    const lock = join(copy.folder, 'package-lock.json');
    await writeFile(lock, JSON.stringify({ packages: { '': {}, ...packages } }));
    await utimes(lock, LATER, LATER);
  };
  const env = { PATH: process.env.PATH, npm_node_execpath: copy.olderNode, npm_execpath: npm };
  const runScript = (more = {}) =>
    spawnSync(join(copy.folder, 'bin', 'with-node'), ['says.js'], {
      ...{ cwd: copy.folder, env: { ...env, ...more }, encoding: 'utf8' },
    });
  await pull({ tool: { version: '1.0.0', dev: true } });
  const first = runScript();
  assert.deepEqual([first.status, first.stdout], [0, 'npm ci\nit runs\n']);
  assert.match(first.stderr, /^Nothing is installed here yet, so `npm ci` runs first\.$/m);
  assert.deepEqual(runScript().stdout, 'it runs\n');
  await pull({ tool: { version: '1.0.0' }, 'elsewhere-only': { version: '1.0.0', optional: true } });
  assert.deepEqual(runScript().stdout, 'it runs\n');
  for (const version of ['1.0.1', '1.0.2']) {
    await pull({
      tool: { version, dev: true },
      ...(version === '1.0.2' && { other: { version, dev: true } }),
    });
    assert.deepEqual(runScript({ npm_lifecycle_event: 'postinstall' }).stdout, 'it runs\n');
    const { stdout, stderr } = runScript();
    assert.equal(stdout, 'npm ci\nit runs\n');
    assert.match(
      stderr,
      /^What is installed here is not what package-lock\.json names, so `npm ci` runs first\.$/m,
    );
  }
  await rm(modules, { recursive: true });
  await writeFile(npm, 'process.exit(7);');
  assert.deepEqual([runScript().status, runScript().stdout], [7, '']);
});

test('if the installed Node cannot start, a recent enough Node runs the scripts', {
  skip,
}, async () => {
  await using copy = await copyLauncher(noLibrary);
  await writeFile(join(copy.folder, 'says.js'), 'console.log("it runs");');
  const env = { PATH: process.env.PATH, npm_node_execpath: process.execPath };
  const run = spawnSync(join(copy.folder, 'bin', 'with-node'), ['says.js'], {
    cwd: copy.folder,
    env,
    encoding: 'utf8',
  });
  assert.deepEqual([run.status, run.stdout, run.stderr], [0, 'it runs\n', '']);
});

test('without an installed Node, an older one says what to run and never starts itself again', {
  skip,
}, async () => {
  await using copy = await copyLauncher('exit 3');
  const itself = spawnSync(copy.olderNode, [join(copy.folder, 'bin', 'sayso.js')], { encoding: 'utf8' });
  assert.equal(itself.status, 3);
  await using linked = await copyLauncher();
  const loop = spawnSync(process.execPath, [...asOlderNode, join(linked.folder, 'bin', 'sayso.js')], {
    encoding: 'utf8',
  });
  assert.equal(loop.status, 1);
  assert.match(loop.stderr, /needs Node 24\.15 or later; this is 20\.20\.2\. Run `npm ci`/);
});

test('an older Node starts the service like a recent one, with compile cache and heap settings', {
  skip,
}, async () => {
  // Replaces the service: prints what the installed Node would run.
  await using copy = await copyLauncher('echo "$@"');
  const script = join(copy.folder, 'bin', 'sayso.js');
  const { stdout } = spawnSync(copy.olderNode, [script, 'ask', 'Why not?'], { encoding: 'utf8' });
  assert.equal(stdout, `${script} ask Why not?\n`);
});

/**
 * Starts `sayso serve` below a shell, which is its launcher, and returns both process ids once it listens.
 */
async function startBelow(shell: ChildProcess): Promise<{ readonly address: string; output(): string }> {
  let output = '';
  for (const stream of [shell.stdout, shell.stderr]) stream?.on('data', (data) => (output += data));
  while (true) {
    const address = /listening on (http:\S+?)"/.exec(output)?.[1];
    if (address !== undefined) return { address, output: () => output };
    assert.equal(shell.exitCode, null, output);
    await Promise.race([once(shell.stdout ?? shell, 'data'), once(shell, 'exit')]);
  }
}

test('a service stops when the shell by which npm started it is killed', { skip }, async () => {
  await using copy = await copyLauncher();
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    // npm starts a script in a shell that waits for it, and sends signals only to that shell.
    const command = `'${join(copy.folder, 'bin', 'with-node')}' '${sayso}' serve; true`;
    const shell = spawn('sh', ['-c', command], { env: quiet });
    const { output } = await startBelow(shell);
    shell.kill(signal);
    await once(shell, 'close');
    assert.match(output(), /"launcher":"gone".*"stopping".*"stopped"/s);
  }
});

test('a killed launcher under an older Node stops the service', { skip }, async () => {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    await using copy = await copyLauncher(`exec '${process.execPath}' '${sayso}' serve`);
    const launcher = spawn(
      process.execPath,
      [...asOlderNode, join(copy.folder, 'bin', 'sayso.js'), 'serve'],
      {
        env: quiet,
      },
    );
    const { output } = await startBelow(launcher);
    launcher.kill(signal);
    await once(launcher, 'close');
    assert.match(output(), /"stopping".*"stopped"/s);
  }
});

test('npm start stops with npm and frees the port', { skip }, async (t) => {
  const npm = spawn('npm', ['start'], { cwd: root, env: { ...process.env, ...quiet } });
  t.after(() => npm.kill('SIGKILL'));
  const { address, output } = await startBelow(npm);
  npm.kill('SIGTERM');
  await once(npm, 'close');
  assert.match(output(), /"stopped"/);
  await assert.rejects(fetch(`${address}/livez`));
});

test('a service without a launcher continues when the shell that started it is gone', { skip }, async (t) => {
  const command = `'${process.execPath}' '${sayso}' serve & echo "pid $!"`;
  const shell = spawn('sh', ['-c', command], { env: quiet });
  const gone = once(shell, 'exit');
  let output = '';
  shell.stdout.on('data', (data) => (output += data));
  while (!/listening on http:\S+?"/.test(output)) await once(shell.stdout, 'data');
  const pid = Number(/pid (\d+)/.exec(output)?.[1]);
  t.after(() => process.kill(pid, 'SIGTERM'));
  await gone;
  const address = /listening on (http:\S+?)"/.exec(output)?.[1];
  assert.equal((await fetch(`${address}/livez`)).status, 200);
});
