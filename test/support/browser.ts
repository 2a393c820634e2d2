import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, lstat, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

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
 * Starts the browser of the tests: the one that `CHROME_PATH` names, otherwise the one from npm (Linux on
 * x64), otherwise an installed one; `flags` are added to those of every test. Throws one line if there is
 * none: a browser test must never pass because it did not run.
 */
export async function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  const { path, environment } = await findBrowser();
  return chromium.launch({
    executablePath: path,
    args: [...FLAGS, ...flags],
    // Chromium's sandbox refuses to work for root, so it is switched off for root only.
    chromiumSandbox: !isRoot,
    env: { ...process.env, ...environment },
  });
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
 * The folder with the unpacked browser, made on first use (2 s, 210 MB). Test files run in parallel, so it is
 * unpacked elsewhere and appears complete, by one rename.
 */
async function unpackOnce(): Promise<string> {
  const home = await privateFolder();
  const whole = join(home, await bundledVersion());
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

/**
 * A temporary folder that belongs only to this user. The package starts any binary in its folder, and in a
 * shared folder others could put one there.
 */
async function privateFolder(): Promise<string> {
  const folder = join(tmpdir(), `sayso-browser-${process.getuid?.() ?? 'user'}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await lstat(folder);
  const isOurs = found.isDirectory() && found.uid === process.getuid?.();
  if (!isOurs) throw new Error(`${folder} belongs to somebody else: remove it, or set TMPDIR.`);
  if ((found.mode & 0o077) !== 0) await chmod(folder, 0o700);
  return folder;
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

/**
 * The package's own font comes first, so that pages look the same everywhere; the machine's fonts follow for
 * other scripts.
 */
function fontSettings(folder: string): string {
  const prefer = (family: string) =>
    `<alias><family>${family}</family><prefer><family>Open Sans</family></prefer></alias>`;
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
  ${prefer('sans-serif')}${prefer('system-ui')}
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>
`;
}
