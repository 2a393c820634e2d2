import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileOfPackage } from './debian-packages.ts';
import type { FactPage } from './facts.ts';
import { freePort } from './free-port.ts';
import { startProcess } from './process.ts';
import { type RealBackend, startInFolder } from './real-backend.ts';
import { searxSettings } from './searx-settings.ts';
import { buildZim } from './zim.ts';

/**
 * kiwix-serve with one book, `facts`, that contains these pages. Disposing it stops the server and removes
 * its files.
 */
export async function startKiwix(pages: readonly FactPage[]): Promise<RealBackend> {
  return startInFolder(async (folder) => {
    const zim = await buildZim(pages, folder);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const address = ['--address', '127.0.0.1', '--port', String(port)];
    // The server also stops when this process ends for any reason.
    const args = [...address, '--attachToProcess', String(process.pid), zim];
    return {
      url,
      start: () => startProcess({ file: fileOfPackage('kiwix-tools'), args, healthUrl: `${url}/` }),
    };
  });
}

/** searx with this as its only engine (`searx-settings.ts`). Disposing ends it and removes its files. */
export async function startSearx(engine: object): Promise<RealBackend> {
  return startInFolder(async (folder) => {
    const port = await freePort();
    const settings = join(folder, 'settings.yml');
    await writeFile(settings, searxSettings(port, engine));
    const url = `http://127.0.0.1:${port}`;
    const env = { SEARX_SETTINGS_PATH: settings };
    const file = fileOfPackage('searx');
    return { url, start: () => startProcess({ file, args: [], env, healthUrl: `${url}/healthz` }) };
  });
}
