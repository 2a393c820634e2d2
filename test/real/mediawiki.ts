import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileOfPackage } from './debian-packages.ts';
import type { FactPage } from './facts.ts';
import { freePort } from './free-port.ts';
import { startProcess } from './process.ts';
import { type RealBackend, type Recipe, startInFolder } from './real-backend.ts';
import { unpackedMediawiki } from './unpacked-mediawiki.ts';

const PHP = fileOfPackage('php8.2-cli');
/** The number of concurrent questions. */
const WORKERS = '4';
/**
 * Extracts of pages are an extension, which Wikipedia has, too. Without the last line, readers' requests
 * would do the wiki's housekeeping.
 */
const SETTINGS = `
$wgExtensionDirectory = "$IP/extensions-core";
wfLoadExtension( 'TextExtracts' );
$wgJobRunRate = 0;
`;

/** A wiki: its code, which is shared, and its folder with the settings and the database. */
type Wiki = { readonly code: string; readonly folder: string; readonly settings: string };

/**
 * MediaWiki on PHP's built-in server, with an SQLite database that has these pages under their titles. Its
 * search is the built-in one, not Wikipedia's. Disposing ends it and removes its files.
 */
export async function startMediawiki(pages: readonly FactPage[]): Promise<RealBackend> {
  const code = await unpackedMediawiki();
  return startInFolder(async (folder) => {
    const wiki = { code, folder, settings: join(folder, 'LocalSettings.php') };
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    await install(wiki, url);
    await importPages(wiki, pages);
    return { url: `${url}/api.php`, start: () => serve(wiki, port) };
  });
}

async function install({ code, folder, settings }: Wiki, url: string): Promise<void> {
  const database = ['--dbtype', 'sqlite', '--dbname', 'wiki', '--dbpath', folder];
  const place = ['--confpath', folder, '--server', url, '--scriptpath', ''];
  const names = ['--lang', 'en', '--pass', randomUUID(), 'Facts', 'Admin'];
  const script = join(code, 'maintenance/install.php');
  await promisify(execFile)(PHP, [script, ...database, ...place, ...names], { cwd: code });
  await appendFile(settings, SETTINGS);
}

/** Without a locale, PHP drops accented letters at the beginning of a file name. */
const environmentOf = ({ settings }: Wiki) => ({ LC_ALL: 'C.UTF-8', MW_CONFIG_FILE: settings });

async function importPages(wiki: Wiki, pages: readonly FactPage[]): Promise<void> {
  const folder = join(wiki.folder, 'pages');
  await mkdir(folder);
  const files = pages.map(({ title, text }) => ({ path: join(folder, `${title}.txt`), text }));
  await Promise.all(files.map(({ path, text }) => writeFile(path, text)));
  const script = join(wiki.code, 'maintenance/importTextFiles.php');
  const paths = files.map(({ path }) => path);
  const env = { PATH: '/usr/bin:/bin', ...environmentOf(wiki) };
  await promisify(execFile)(PHP, [script, '--quiet', ...paths], { cwd: wiki.code, env });
}

function serve(wiki: Wiki, port: number): ReturnType<Recipe['start']> {
  const args = ['-S', `127.0.0.1:${port}`, '-t', wiki.code];
  const env = { ...environmentOf(wiki), PHP_CLI_SERVER_WORKERS: WORKERS };
  const healthUrl = `http://127.0.0.1:${port}/api.php?action=query&meta=siteinfo&format=json`;
  return startProcess({ file: PHP, args, env, healthUrl });
}
