import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { isLoopback } from '@sayso/text/url.ts';
import { errorCode, Failure, whyUnreadable } from '../core/failure.ts';
import {
  completeModelSettings,
  helperMistakes,
  modelContradictions,
  modelWarnings,
  withProviders,
} from './models.ts';
import { unknownNames } from './names.ts';
import { type GivenSettings, type Settings, settingsTable } from './settings.ts';
import { slotMistakes, slotSettings, slotsOf, slotWarnings, withServiceAddresses } from './slots.ts';
import type { Setting } from './values.ts';

/** Variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The settings, and warnings about values that are allowed but probably wrong. */
export type Loaded = { readonly settings: Settings; readonly warnings: readonly string[] };

/** How much of a wrong value a message shows. */
const MAX_SHOWN_CHARS = 80;
/** The settings whose combinations are checked: not if one of them is wrong by itself. */
const OF_MODEL = /(?:model|fallback)(?:Provider|BaseUrl|ApiKey|Name)/;

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
  const settings = withProviders(withServiceAddresses(values as GivenSettings, environment));
  mistakes.push(...slotMistakes(settings, mistaken));
  if (![...mistaken].some((key) => OF_MODEL.test(key))) mistakes.push(...modelContradictions(settings));
  mistakes.push(...helperMistakes(settings, settings));
  const unknown = unknownNames(Object.keys(environment).filter((name) => environment[name]?.trim()));
  if (mistakes.length > 0) throw new Failure('misconfigured', [...mistakes, ...unknown].join('\n'));
  const { settings: completed, warnings } = complete(settings);
  return { settings: completed, warnings: [...unknown, ...warnings] };
}

/** The value of a setting. For a wrong text, it is undefined, and a mistake is added. */
function parse(setting: Setting<unknown>, given: string, mistakes: string[]): unknown {
  const value = setting.parse(given);
  if (value !== undefined) return value;
  const start = withoutCredentials(given).slice(0, MAX_SHOWN_CHARS);
  const shown = setting.secret ? 'the value' : JSON.stringify(start);
  const reason = setting.whyNot(given) ?? `${shown} is wrong; it must be ${setting.expected}`;
  mistakes.push(`${setting.name}: ${reason}.`);
  return undefined;
}

/** Removes the user name and password, which even a mistyped URL may contain. */
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

/** Fills in the defaults that depend on other settings, and warns of what is probably wrong. */
function complete(settings: GivenSettings): Loaded {
  const model = completeModelSettings(settings);
  const isOpen = !isLoopback(settings.host) && settings.apiKeys.length === 0 && settings.keysFile === null;
  return {
    warnings: warningsOf(settings, isOpen),
    settings: Object.freeze({
      ...withoutSlots(settings),
      ...model,
      slots: slotsOf(settings),
      queryDeadlineMs: settings.queryDeadlineMs ?? model.answerDeadlineMs,
      rateLimit: settings.rateLimit ?? (isOpen ? OPEN_SERVICE_RATE : null),
    }),
  };
}

function withoutSlots(settings: GivenSettings): Omit<GivenSettings, keyof typeof slotSettings> {
  const others = Object.entries(settings).filter(([key]) => !Object.hasOwn(slotSettings, key));
  return Object.fromEntries(others) as Omit<GivenSettings, keyof typeof slotSettings>;
}

/** `isOpen`: other machines can ask without a key. */
function warningsOf(settings: GivenSettings, isOpen: boolean): string[] {
  const warnings = modelWarnings(settings);
  if (isOpen) {
    const limited = settings.rateLimit === null ? ' Answers are limited to 60 a minute per address.' : '';
    warnings.push(
      `HOST is ${settings.host} and no keys are set (API_KEYS, KEYS_FILE): anyone who reaches this address can ask.${limited}`,
    );
  }
  if (settings.modelName !== null && settings.modelProvider === null)
    warnings.push(
      'MODEL_NAME is set, but MODEL_PROVIDER, MODEL_BASE_URL and MODEL_API_KEY are not: no model ' +
        'will be asked.',
    );
  return [...warnings, ...slotWarnings(settings)];
}

function readEnvFile(file: string): Environment {
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return {};
    throw new Failure('misconfigured', `${file} ${whyUnreadable(error)}.`);
  }
}
