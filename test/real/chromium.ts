import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileOfPackage } from './debian-packages.ts';
import { freePort } from './free-port.ts';
import { startProcess } from './process.ts';

/** Debian's Chromium with its DevTools Protocol on loopback; disposing it ends the browser. */
export async function startChromium(): Promise<AsyncDisposable & { readonly url: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'sayso-chromium-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  const process = await startProcess({
    file: fileOfPackage('chromium'),
    args: [
      ...['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
      ...[`--remote-debugging-port=${new URL(url).port}`, `--user-data-dir=${folder}`, 'about:blank'],
    ],
    env: { HOME: folder },
    healthUrl: `${url}/json/version`,
  });
  return {
    url,
    async [Symbol.asyncDispose]() {
      await process.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
