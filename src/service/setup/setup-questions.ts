import { randomBytes } from 'node:crypto';
import type { Environment } from '../../config/load.ts';
import type { SetupChoice, SetupQuestion } from './choice.ts';
import { findSearxng, localModels } from './local-servers.ts';
import { modelChoices } from './model-choices.ts';
import { ollamaUrl } from './ollama-url.ts';
import { searchChoices } from './search-choices.ts';

/** The absolute paths of files with keys that the operator named; null if none was named. */
export type KeyFiles = { readonly searchKeyFile: string | null; readonly modelKeyFile: string | null };

const KEY_BYTES = 24;
const EVERY_ADDRESS = '0.0.0.0';

/** Leaves the settings of a question as they are. */
const KEEP: SetupChoice = {
  name: 'keep',
  summary: 'as it is set now',
  detail: null,
  toChanges: () => ({}),
};

/** The three questions, with what was found on this machine. */
export async function setupQuestions(
  environment: Environment,
  version: string,
  { searchKeyFile, modelKeyFile }: KeyFiles,
): Promise<readonly SetupQuestion[]> {
  const url = ollamaUrl(environment.OLLAMA_HOST);
  const [searxng, models] = await Promise.all([findSearxng(version), localModels(version, url)]);
  return [
    withKeep(environment, /^SEARCH_PRIMARY_/, {
      option: 'search',
      text: 'Where should Sayso search? Wikipedia also gets questions if another search fails or is slow.',
      choices: searchChoices({ environment, searxng, keyFile: searchKeyFile }),
      usual: searxng === null ? null : 'searxng',
    }),
    withKeep(environment, /^MODEL_(?:PROVIDER|BASE_URL|API_KEY)/, {
      option: 'model',
      text: 'Which model should write the answers?',
      choices: modelChoices({ environment, ollama: { url, models }, keyFile: modelKeyFile }),
      usual: models.length === 0 ? null : 'ollama',
    }),
    withKeep(environment, /^(?:HOST|API_KEYS(?:_FILE)?)$/, {
      option: 'access',
      text: 'Who may use it?',
      choices: accessChoices(environment),
      usual: 'local',
    }),
  ];
}

/** Offers to keep the settings of a question first, if there are any. */
function withKeep(environment: Environment, names: RegExp, question: SetupQuestion): SetupQuestion {
  const isSet = Object.entries(environment).some(([name, value]) => names.test(name) && value?.trim());
  if (!isSet) return question;
  return { ...question, choices: [KEEP, ...question.choices], usual: KEEP.name };
}

/** Who may use the service. A key that callers need is kept, or made if there is none. */
function accessChoices({ API_KEYS, API_KEYS_FILE }: Environment): readonly SetupChoice[] {
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
