import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
/** What a process needs to start at all, what says how to print, and what the tests themselves read. */
const PASSED_ON = new Set(
  (
    'PATH LD_LIBRARY_PATH SYSTEMROOT WINDIR COMSPEC PATHEXT CI NO_COLOR FORCE_COLOR TERM COLUMNS ' +
    'CHROME_PATH SCREENSHOTS PROPERTY_SEED NODE_V8_COVERAGE'
  ).split(' '),
);
/** npm tells its scripts where it is. */
const FROM_NPM = /^npm_(?:execpath|node_execpath|config_(?:cache|userconfig|globalconfig|registry|cafile))$/;

/**
 * The environment of the processes of a test run: no setting, key, proxy, language or time zone of this machine, and a
 * home and a temporary folder below `folder`, which nobody else uses.
 */
export function isolatedEnvironment(folder: string): NodeJS.ProcessEnv {
  const [home, temporary] = [join(folder, 'home'), join(folder, 'tmp')];
  for (const each of [home, temporary]) mkdirSync(each, { recursive: true });
  const passed = Object.entries(process.env).filter(
    ([name]) => PASSED_ON.has(name.toUpperCase()) || FROM_NPM.test(name),
  );
  return {
    ...Object.fromEntries(passed),
    HOME: home,
    USERPROFILE: home,
    TMPDIR: temporary,
    TEMP: temporary,
    TMP: temporary,
    TZ: 'UTC',
    LANG: 'C.UTF-8',
    NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'compiled'),
  };
}
