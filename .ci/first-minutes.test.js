// Runs the README's commands exactly as written, under the machine's own Node, as if somebody had just cloned
// the repository. Plain JavaScript without packages: nothing is installed when it begins.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const MAX_INSTALLED_BYTES = 200_000_000;
const scratch = await mkdtemp(join(tmpdir(), 'sayso-first-'));
after(() => rm(scratch, { recursive: true }));

/** Runs a command to its end; fails with the command's output unless its exit status is `status`. */
async function run(line, { cwd = root, env = {}, status = 0 } = {}) {
  const [program, ...args] = line.split(' ');
  return new Promise((resolve, reject) => {
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 1e8 };
    execFile(program, args, options, (error, stdout, stderr) => {
      const ended = error === null ? 0 : error.code;
      if (ended === status) resolve({ stdout, stderr });
      else reject(new Error(`${line} ended with ${ended}:\n${stdout}${stderr}`));
    });
  });
}

/** Starts a service, and resolves with its address when the service prints it. */
async function start(line, said, env = {}) {
  const [program, ...args] = line.split(' ');
  const child = spawn(program, args, { cwd: root, env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const address = await new Promise((resolve, reject) => {
    child.stdout.on('data', () => said.test(output) && resolve(said.exec(output)[1]));
    child.on('exit', (code) => reject(new Error(`${line} ended with ${code}:\n${output}`)));
  });
  return { child, address, output: () => output };
}

/** Ends npm as a shell's `kill` does; every process that npm started must end too. */
async function stop({ child, address }) {
  child.kill('SIGTERM');
  await once(child, 'close');
  await assert.rejects(fetch(address), 'the port is free again');
}

async function bytesOnDisk(folder) {
  const entries = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(
    entries.map(async (path) => (await lstat(join(folder, path))).blocks * 512),
  );
  return sizes.reduce((sum, each) => sum + each, 0);
}

test('npm ci --omit=dev takes less than 200 MB, Node included', async (t) => {
  const folder = join(scratch, 'for-use');
  await cp(root, folder, { recursive: true, filter: (path) => !path.includes('node_modules') });
  await run('npm ci --omit=dev', { cwd: folder });
  const bytes = await bytesOnDisk(join(folder, 'node_modules'));
  t.diagnostic(`npm ci --omit=dev: ${Math.round(bytes / 1e6)} MB`);
  assert.ok(bytes < MAX_INSTALLED_BYTES, `${bytes} bytes`);
  await run('npm run build', { cwd: folder });
  await rm(folder, { recursive: true });
});

test('npm run demo as the first command says that it installs, and answers', async () => {
  const demo = await start('npm run demo -- --offline', /Open (http:\S+)/);
  assert.match(demo.output(), /Nothing is installed here yet, so `npm ci` runs first/);
  const reply = await fetch(`${demo.address}/api/v1/query?q=How+many+people+live+in+Japan%3F`);
  assert.match((await reply.json()).answer, /Japan/);
  await stop(demo);
});

test('npm ci prints no warning', async (t) => {
  const { stdout, stderr } = await run('npm ci');
  assert.doesNotMatch(stdout + stderr, /warn|EBADENGINE|deprecated/i);
  t.diagnostic(`npm ci: ${Math.round((await bytesOnDisk(join(root, 'node_modules'))) / 1e6)} MB`);
});

test('npm run demo answers a question about an installed package and stops with npm', async () => {
  const demo = await start('npm run demo', /Open (http:\S+)/);
  const reply = await fetch(`${demo.address}/api/v1/query?q=What+is+Fastify%3F`);
  const { answer, sources } = await reply.json();
  assert.equal(reply.status, 200);
  assert.match(answer, /fastify/i);
  assert.ok(sources.length > 0);
  assert.match(await (await fetch(demo.address)).text(), /<title>/);
  await stop(demo);
});

test('npm start serves the page and its health, and stops with npm', async () => {
  const listening = /listening on (http:[^\s"]+)/;
  const service = await start('npm start', listening);
  assert.equal((await fetch(`${service.address}/api/health`)).status, 200);
  assert.match(await (await fetch(service.address)).text(), /<title>/);
  await stop(service);
  const again = await start('npm start', listening);
  await stop(again);
});

test('npx sayso says how it is used, and says what is wrong', async () => {
  assert.match((await run('npx sayso --help')).stdout, /sayso ask/);
  const { stdout, stderr } = await run('npx sayso doctor', {
    env: { SEARCH_TERTIARY_URL: 'off' },
    status: 1,
  });
  assert.match(stdout + stderr, /SEARCH_PRIMARY_URL/);
});

test('npx sayso indexes a folder, and answers from it', async () => {
  const index = join(scratch, 'docs.sqlite');
  await run(`npx sayso index docs --to ${index} --base-url https://docs.example.org/`);
  const env = {
    SEARCH_PRIMARY_KIND: 'collection',
    SEARCH_PRIMARY_URL: `file:${index}`,
    MODEL_PROVIDER: 'extractive',
    READ_PAGES: 'off',
  };
  const { stdout } = await run('npx sayso ask libatomic', { env });
  assert.match(stdout, /libatomic[\s\S]*https:\/\/docs\.example\.org\//);
});
