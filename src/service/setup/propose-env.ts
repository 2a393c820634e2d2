import { parseEnv } from 'node:util';
import { type Environment, loadSettings } from '../../config/load.ts';
import type { Changes } from './choice.ts';
import { editEnv } from './edit-env.ts';

/** A new `.env` that the operator has not agreed to yet. */
export type ProposedEnv = {
  readonly text: string;
  /** The lines that are removed (`- `) and added (`+ `), without keys; empty if nothing changes. */
  readonly lines: readonly string[];
  /** The names of the changed settings for which the environment takes precedence over the file. */
  readonly overridden: readonly string[];
};

const SECRET = /_KEYS?$/;

/**
 * Changes the text of `.env`, and makes sure that the service can start with it.
 * @param environment of the process, with the settings of the file
 * @throws Failure `misconfigured` if it could not, or if the file cannot hold the changes
 */
export function proposeEnv(environment: Environment, before: string, changes: Changes): ProposedEnv {
  const { text, differences } = editEnv(before, changes);
  const values = parseEnv(before);
  const overriding = Object.entries(environment).filter(([name, value]) => value !== values[name]);
  loadSettings({ ...parseEnv(text), ...Object.fromEntries(overriding) });
  return {
    text,
    lines: differences.map(({ sign, name, line }) => `${sign} ${SECRET.test(name) ? `${name}=…` : line}`),
    overridden: overriding.map(([name]) => name).filter((name) => Object.hasOwn(changes, name)),
  };
}
