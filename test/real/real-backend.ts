import type { ServerProcess } from './process.ts';
import { makeTempFolder, type TempFolder } from './temp-folder.ts';

/** A server from another project, on a free loopback port. */
export type RealBackend = ServerProcess & {
  readonly url: string;
  /** After `kill`: starts the same server at the same address. */
  restart(): Promise<RealBackend>;
};

/** The address of a server, and how it is started there, as often as needed. */
export type Recipe = { readonly url: string; start(): Promise<ServerProcess> };

/** Starts what `prepare` has put into a new folder. Disposing the server stops it and removes the folder. */
export async function startInFolder(prepare: (folder: string) => Promise<Recipe>): Promise<RealBackend> {
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
