import { randomBytes } from 'node:crypto';
import type { Environment } from '../../config/load.ts';
import type { SetupChoice } from './choice.ts';

const KEY_BYTES = 24;
const EVERY_ADDRESS = '0.0.0.0';

/** Who may use the service. A key that callers need is kept, or made if there is none. */
export function accessChoices({ API_KEYS, API_KEYS_FILE }: Environment): readonly SetupChoice[] {
  const hasKey = Boolean(API_KEYS?.trim() || API_KEYS_FILE?.trim());
  return [
    {
      name: 'local',
      summary: 'only programs and browsers on this machine',
      detail: null,
      toChanges: () => ({ HOST: null }),
    },
    {
      name: 'key',
      summary: `everyone who reaches this machine with ${hasKey ? 'your key' : 'a key, which is made now'}`,
      detail: null,
      toChanges: () => ({ HOST: EVERY_ADDRESS, ...(hasKey ? {} : { API_KEYS: newKey() }) }),
    },
    {
      name: 'open',
      summary: 'everyone who reaches this machine, 60 answers a minute for each address',
      detail: null,
      toChanges: () => ({ HOST: EVERY_ADDRESS, API_KEYS: null, API_KEYS_FILE: null }),
    },
  ];
}

function newKey(): string {
  return randomBytes(KEY_BYTES).toString('base64url');
}
