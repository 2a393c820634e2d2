import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closedPort } from '../support/local-server.ts';
import { closeDoor } from './closed-door.ts';
import type { DrivenBrowser } from './driven-browser.ts';
import { programOf } from './installed.ts';
import { openSession } from './webdriver.ts';
import { driveByWebDriver } from './webdriver-page.ts';

/**
 * Starts the small browser that comes with WebKitGTK, on a virtual screen, and controls it through WebDriver.
 */
export async function startWebkit(): Promise<DrivenBrowser> {
  const [driverProgram, screenProgram] = [programOf('webkit2gtk-driver'), programOf('xvfb')];
  // The program that was started last is ended first, even if another one fails to start.
  await using starting = new AsyncDisposableStack();
  const home = starting.adopt(await makeHome(), (folder) => rm(folder, { recursive: true, maxRetries: 5 }));
  const door = starting.use(await closeDoor());
  const screen = spawn(screenProgram, [
    '-displayfd',
    '1',
    '-screen',
    '0',
    '1600x1200x24',
    '-nolisten',
    'tcp',
  ]);
  starting.defer(() => end(screen));
  const [display] = await once(screen.stdout, 'data');
  const port = await closedPort();
  const driver = spawn(driverProgram, ['--host=127.0.0.1', `--port=${port}`], {
    stdio: 'ignore',
    env: { PATH: '/usr/bin:/bin', HOME: home, LANGUAGE: 'en', DISPLAY: `:${String(display).trim()}` },
  });
  starting.defer(() => end(driver));
  const address = `127.0.0.1:${door.port}`;
  const proxy = { proxyType: 'manual', httpProxy: address, sslProxy: address, noProxy: ['127.0.0.1'] };
  const session = await openSession(`http://127.0.0.1:${port}`, { proxy });
  starting.defer(session.end);
  const started = starting.move();
  return {
    ...driveByWebDriver(session),
    strangers: door.knocks,
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}

/** A colour in transition has no contrast yet. */
const SETTINGS = '[Settings]\ngtk-enable-animations=0\n';
/** The bar above the page is wider than a phone unless its parts shrink. */
const STYLE = '* { min-width: 0; margin: 0; padding: 0; border: 0; font-size: 1px; }';

/** A home folder that contains only GTK's settings. */
async function makeHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'sayso-webkit-'));
  const settings = join(home, '.config', 'gtk-3.0');
  await mkdir(settings, { recursive: true });
  await writeFile(join(settings, 'settings.ini'), SETTINGS);
  await writeFile(join(settings, 'gtk.css'), STYLE);
  return home;
}

async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  program.kill();
  await once(program, 'exit');
}
