import { COMMON_PROXY_NAMES } from './proxy-settings.ts';
import { settingsTable } from './settings.ts';

/** An environment without Sayso's own settings, for programs that need no keys of other services. */
export function foreignEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const own = new Set(Object.values(settingsTable).flatMap(({ name }) => [name, `${name}_FILE`]));
  const foreign = Object.entries(environment).flatMap(([name, value]) =>
    value === undefined || (own.has(name) && !COMMON_PROXY_NAMES.has(name)) ? [] : [[name, value] as const],
  );
  return Object.fromEntries(foreign);
}
