import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';

/** A browser that can be started, and its additional environment. */
type Candidate = { readonly path: string; readonly environment: Readonly<Record<string, string>> };

const INSTALLED = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * None of these flags weakens the properties for which the page is tested: origins, CSP and mixed content are
 * as in any browser.
 */
const FLAGS = [
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
];

const isRoot = process.getuid?.() === 0;
const run = promisify(execFile);

/**
 * The browser of the tests: the one that `CHROME_PATH` names, otherwise the one from npm (Linux on x64), otherwise an
 * installed one. Of the tests of one run, all that need no `flags` of their own share one. Throws one line if there is
 * none: a browser test must never pass because it did not run.
 */
export async function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  const shared = process.env.TEST_BROWSER;
  if (shared !== undefined && flags.length === 0) return chromium.connect(shared);
  return chromium.launch(await launchOptions(flags));
}

/** Starts a browser to which the tests of other processes connect by its address. */
export async function launchSharedBrowser(
  environment: NodeJS.ProcessEnv,
): Promise<{ readonly address: string; close(): Promise<void> }> {
  const options = await launchOptions([], environment);
  const server = await chromium.launchServer({ ...options, host: '127.0.0.1' });
  return { address: server.wsEndpoint(), close: () => server.close() };
}

async function launchOptions(flags: readonly string[], inherited = process.env): Promise<LaunchOptions> {
  const { path, environment } = await findBrowser();
  return {
    executablePath: path,
    args: [...FLAGS, ...flags],
    // Chromium's sandbox refuses to work for root, so it is switched off for root only.
    chromiumSandbox: !isRoot,
    env: { ...inherited, ...environment },
  };
}

async function findBrowser(): Promise<Candidate> {
  const named = process.env.CHROME_PATH;
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`CHROME_PATH names ${named}, which does not exist.`);
    return { path: named, environment: {} };
  }
  const bundled = process.platform === 'linux' && process.arch === 'x64' ? await bundledBrowser() : null;
  if (bundled !== null) return bundled;
  const path = INSTALLED.find((candidate) => existsSync(candidate));
  if (path === undefined)
    throw new Error('No browser starts here: install Chromium or set CHROME_PATH to one.');
  return { path, environment: {} };
}

/**
 * The browser of `@sparticuz/chromium`, with its own copies of NSS if the machine has none; null if it does
 * not start.
 */
async function bundledBrowser(): Promise<Candidate | null> {
  const folder = await unpackOnce();
  const path = join(folder, 'chromium');
  const fonts = { FONTCONFIG_FILE: join(folder, 'fonts.conf') };
  const ownLibraries = { ...fonts, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') };
  if (await starts(path, {})) return { path, environment: fonts };
  return (await starts(path, ownLibraries)) ? { path, environment: ownLibraries } : null;
}

async function starts(path: string, environment: Readonly<Record<string, string>>): Promise<boolean> {
  const attempt = run(path, ['--version'], { env: { ...process.env, ...environment } });
  return attempt.then(
    () => true,
    () => false,
  );
}

/**
 * The folder with the unpacked browser, made on first use (2 s, 210 MB) beside the package, where only those can write
 * who can change the tests as well. Test files run in parallel, so it is unpacked elsewhere and appears complete, by one
 * rename.
 */
async function unpackOnce(): Promise<string> {
  const home = join(import.meta.dirname, '..', '..', 'node_modules', '.cache');
  await mkdir(home, { recursive: true });
  const whole = join(home, `chromium-${await bundledVersion()}`);
  if (existsSync(whole)) return whole;
  const aside = await mkdtemp(join(home, 'unpacking-'));
  await unpackInto(aside);
  await writeFile(join(aside, 'fonts.conf'), fontSettings(whole));
  try {
    await rename(aside, whole);
  } catch (error) {
    await rm(aside, { recursive: true });
    if (!existsSync(whole)) throw error;
  }
  return whole;
}

async function bundledVersion(): Promise<string> {
  const file = new URL('../package.json', import.meta.resolve('@sparticuz/chromium'));
  const { version }: { version: string } = JSON.parse(await readFile(file, 'utf8'));
  return version;
}

/** The package unpacks only into `TMPDIR`. */
async function unpackInto(folder: string): Promise<void> {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    const { default: bundled, inflate } = await import('@sparticuz/chromium');
    await bundled.executablePath();
    await inflate(fileURLToPath(new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'))));
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

/** Only the package's own fonts, so that pages are as wide everywhere. */
function fontSettings(folder: string): string {
  const prefer = (family: string) =>
    `<alias><family>${family}</family><prefer><family>Open Sans</family></prefer></alias>`;
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
  ${prefer('sans-serif')}${prefer('system-ui')}
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>
`;
}
