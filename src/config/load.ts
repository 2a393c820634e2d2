import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { errorCode, Failure, whyUnreadable } from '../core/failure.ts';
import { isSearchService, searchServices } from '../core/search-services.ts';
import { isLoopback } from '../core/url.ts';
import { completeModelSettings, modelContradictions, modelWarnings } from './model-settings.ts';
import { rankingWarnings } from './ranking-settings.ts';
import type { Setting } from './setting.ts';
import { type GivenSettings, type Settings, settingsTable } from './settings.ts';
import { unknownNames } from './unknown-names.ts';

/** Variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The settings, and warnings about values that are allowed but probably wrong. */
export type Loaded = { readonly settings: Settings; readonly warnings: readonly string[] };

const SLOTS = ['primary', 'secondary', 'tertiary'] as const;

/** The rate limit of a service that other machines can reach without a key. */
export const OPEN_SERVICE_RATE = { count: 60, perMs: 60_000 } as const;

/** The process's environment, which takes precedence over the `.env` file of the working directory. */
export function readEnvironment(): Environment {
  return { ...readEnvFile('.env'), ...process.env };
}

/**
 * The process that started this one and that this process must not outlive, as passed by `bin/with-node` and
 * `bin/installed-node.js`; null if there is none. This variable is not a setting. It is removed from the
 * environment because it applies only to this process.
 */
export function takeLauncher(): number | null {
  const launcher = Number(process.env.SAYSO_PARENT);
  delete process.env.SAYSO_PARENT;
  return Number.isInteger(launcher) && launcher > 0 ? launcher : null;
}

/**
 * Reads every setting of the table from an environment.
 * @throws Failure `misconfigured` whose message lists every mistake, one per line
 */
export function loadSettings(environment: Environment): Loaded {
  const mistakes: string[] = [];
  const mistaken = new Set<string>();
  const values: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries<Setting<unknown>>(settingsTable)) {
    const before = mistakes.length;
    const given = readVariable(setting, environment, mistakes);
    values[key] = given === undefined ? setting.fallback : parse(setting, given, mistakes);
    if (mistakes.length > before) mistaken.add(key);
  }
  // The table's keys are those of GivenSettings, and each value is the result of its own setting's parser, or
  // the fallback.
  const settings = withServiceAddresses(values as GivenSettings, environment);
  mistakes.push(...slotContradictions(settings, mistaken));
  if (![...mistaken].some((key) => /^(?:model|fallback)(?:Provider|BaseUrl|ApiKey|Name)$/.test(key)))
    mistakes.push(...modelContradictions(settings));
  const unknown = unknownNames(Object.keys(environment).filter((name) => environment[name]?.trim()));
  if (mistakes.length > 0) throw new Failure('misconfigured', [...mistakes, ...unknown].join('\n'));
  const { settings: completed, warnings } = complete(settings);
  return { settings: completed, warnings: [...unknown, ...warnings] };
}

function parse(setting: Setting<unknown>, given: string, mistakes: string[]): unknown {
  const value = setting.parse(given);
  const shown = setting.secret ? 'the value' : JSON.stringify(withoutCredentials(given).slice(0, 80));
  if (value === undefined)
    mistakes.push(
      `${setting.name}: ${setting.whyNot(given) ?? `${shown} is wrong; it must be ${setting.expected}`}.`,
    );
  return value;
}

/** A URL may contain a password, even if it is mistyped. */
function withoutCredentials(given: string): string {
  return given.replace(/^([a-z]+:\/*)?.*@/is, '$1…@');
}

/**
 * The variable's text, from `NAME` or, for secrets, the file `NAME_FILE`. A blank variable counts as not set;
 * a blank file is a mistake.
 */
function readVariable(
  setting: Setting<unknown>,
  environment: Environment,
  mistakes: string[],
): string | undefined {
  const given = environment[setting.name]?.trim();
  if (given) return given;
  const file = setting.secret ? environment[`${setting.name}_FILE`]?.trim() : undefined;
  if (!file) return undefined;
  try {
    const text = readFileSync(file, 'utf8').trim();
    if (text !== '') return text;
    mistakes.push(`${setting.name}_FILE: ${file} is empty.`);
  } catch (error) {
    mistakes.push(`${setting.name}_FILE: ${file} ${whyUnreadable(error)}.`);
  }
  return undefined;
}

/** Adds the service's usual address to a slot of a hosted kind that has none. */
function withServiceAddresses(settings: GivenSettings, environment: Environment): GivenSettings {
  const addresses = SLOTS.flatMap((slot) => {
    const { name } = settingsTable[`${slot}Url`];
    const kind = settings[`${slot}Kind`];
    return environment[name]?.trim() || !isSearchService(kind) ? [] : [[`${slot}Url`, searchServices[kind]]];
  });
  return { ...settings, ...Object.fromEntries(addresses) };
}

/**
 * Mistakes in the combination of two settings; settings that are `mistaken` on their own are not reported
 * again.
 */
function slotContradictions(settings: GivenSettings, mistaken: ReadonlySet<string>): string[] {
  return SLOTS.flatMap((slot) => {
    const isUrlWrong = mistaken.has(`${slot}Url`);
    const url = isUrlWrong ? null : settings[`${slot}Url`];
    if (mistaken.has(`${slot}Kind`) || (url === null && !isUrlWrong)) return [];
    const hasKey = mistaken.has(`${slot}Key`) || settings[`${slot}Key`] !== null;
    return slotMistakes(`SEARCH_${slot.toUpperCase()}`, { url, kind: settings[`${slot}Kind`], hasKey });
  });
}

/** Fills in the defaults that depend on other settings. */
function complete(settings: GivenSettings): Loaded {
  const warnings = [...modelWarnings(settings), ...rankingWarnings(settings)];
  const model = completeModelSettings(settings);
  const open = !isLoopback(settings.host) && settings.apiKeys.length === 0;
  if (open) {
    const limited = settings.rateLimit === null ? ' Answers are limited to 60 a minute per address.' : '';
    warnings.push(
      `HOST is ${settings.host} and no API_KEYS are set: anyone who reaches this address can ask.${limited}`,
    );
  }
  if (settings.modelName !== null && model.modelProvider === null)
    warnings.push(
      'MODEL_NAME is set, but MODEL_PROVIDER, MODEL_BASE_URL and MODEL_API_KEY are not: no model ' +
        'will be asked.',
    );
  for (const slot of SLOTS) {
    const kind = settings[`${slot}Kind`];
    // A hosted service has an address unless the slot is switched off.
    if (settings[`${slot}Url`] !== null || isSearchService(kind)) continue;
    const given = settings[`${slot}Key`] !== null ? 'KEY' : 'KIND';
    if (given === 'KEY' || kind !== settingsTable[`${slot}Kind`].fallback)
      warnings.push(withoutAddress(`SEARCH_${slot.toUpperCase()}`, given, kind));
  }
  return {
    warnings,
    settings: Object.freeze({
      ...settings,
      ...model,
      queryDeadlineMs: settings.queryDeadlineMs ?? model.answerDeadlineMs,
      rateLimit: settings.rateLimit ?? (open ? OPEN_SERVICE_RATE : null),
    }),
  };
}

function readEnvFile(file: string): Environment {
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return {};
    throw new Failure('misconfigured', `${file} ${whyUnreadable(error)}.`);
  }
}

/** The given settings of one slot. */
type GivenSlot = {
  /** Null if the given URL is invalid. */
  readonly url: string | null;
  readonly kind: string;
  readonly hasKey: boolean;
};

/**
 * Contradictions in the settings of a slot that is in use, in words. `name` is its settings' prefix:
 * `SEARCH_PRIMARY`.
 */
export function slotMistakes(name: string, { url, kind, hasKey }: GivenSlot): string[] {
  const mistakes = url === null ? [] : addressMistakes(name, url, kind);
  if (isSearchService(kind) && !hasKey)
    mistakes.push(`${name}_KEY: ${kind} needs a key; set it here or as a file in ${name}_KEY_FILE.`);
  return mistakes;
}

function addressMistakes(name: string, url: string, kind: string): string[] {
  const isFile = url.startsWith('file:');
  if (kind === 'collection' && !isFile)
    return [
      `${name}_URL: a collection is a file; write file:INDEX, made by \`sayso index FOLDER --to INDEX\`.`,
    ];
  if (kind !== 'collection' && isFile)
    return [`${name}_URL: a file needs ${name}_KIND=collection; ${kind} needs an http or https URL.`];
  if (kind !== 'mediawiki' && url === settingsTable.tertiaryUrl.fallback)
    return [`${name}_URL: this is Wikipedia, which does not speak ${kind}; ${addressOf(kind)}.`];
  if (kind === 'google-pse' && !new URL(url).searchParams.get('cx'))
    return [`${name}_URL: google-pse needs the id of your search engine in it; ${addressOf(kind)}.`];
  return [];
}

/** A warning for a slot that is not in use because it has a kind or a key but no address. */
export function withoutAddress(name: string, given: 'KEY' | 'KIND', kind: string): string {
  return `${name}_${given} is set, but ${name}_URL is not, so the slot is off; ${addressOf(kind)}.`;
}

function addressOf(kind: string): string {
  if (!isSearchService(kind)) return "set it to the back-end's own address";
  const engine = kind === 'google-pse' ? '?cx=ENGINE' : '';
  return `set it to ${searchServices[kind]}${engine}`;
}
