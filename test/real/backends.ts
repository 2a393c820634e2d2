import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileOfPackage } from './debian-packages.ts';
import type { FactPage } from './facts.ts';
import { freePort } from './free-port.ts';
import { type ServerProcess, startProcess } from './process.ts';
import { searxSettings } from './searx-settings.ts';
import { makeTempFolder, type TempFolder } from './temp-folder.ts';
import { buildZim } from './zim.ts';

/** A server somebody else wrote, on a free port of loopback. */
export type RealBackend = ServerProcess & {
  readonly url: string;
  /** After `kill`: the same server at the same address. */
  restart(): Promise<RealBackend>;
};

/** kiwix-serve with one book, `facts`, of these pages. Disposing ends it and removes its files. */
export async function startKiwix(pages: readonly FactPage[]): Promise<RealBackend> {
  return inFolder(async (folder) => {
    const zim = await buildZim(pages, folder);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const address = ['--address', '127.0.0.1', '--port', String(port)];
    // It also goes by itself when this process is gone, whatever became of it.
    const args = [...address, '--attachToProcess', String(process.pid), zim];
    return {
      url,
      start: () => startProcess({ file: fileOfPackage('kiwix-tools'), args, healthUrl: `${url}/` }),
    };
  });
}

/** searx whose only engine asks the kiwix-serve at `kiwixUrl`. Disposing ends it and removes its files. */
export async function startSearx(kiwixUrl: string): Promise<RealBackend> {
  return inFolder(async (folder) => {
    const port = await freePort();
    const settings = join(folder, 'settings.yml');
    await writeFile(settings, searxSettings(port, kiwixUrl));
    const url = `http://127.0.0.1:${port}`;
    const env = { SEARX_SETTINGS_PATH: settings };
    const file = fileOfPackage('searx');
    return { url, start: () => startProcess({ file, args: [], env, healthUrl: `${url}/healthz` }) };
  });
}

type Recipe = { readonly url: string; start(): Promise<ServerProcess> };

async function inFolder(prepare: (folder: string) => Promise<Recipe>): Promise<RealBackend> {
  const folder = await makeTempFolder();
  try {
    return await start(await prepare(folder.path), folder);
  } catch (error) {
    await folder[Symbol.asyncDispose]();
    throw error;
  }
}

async function start(recipe: Recipe, folder: TempFolder): Promise<RealBackend> {
  const server = await recipe.start();
  return {
    ...server,
    url: recipe.url,
    restart: () => start(recipe, folder),
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
