import type { Environment } from '../../config/load.ts';
import { accessChoices } from './access-choices.ts';
import type { SetupChoice, SetupQuestion } from './choice.ts';
import { findSearxng } from './find-searxng.ts';
import { localModels } from './local-models.ts';
import { modelChoices } from './model-choices.ts';
import { ollamaUrl } from './ollama-url.ts';
import { searchChoices } from './search-choices.ts';

/** The absolute paths of files with keys that the operator named; null if none was named. */
export type KeyFiles = { readonly searchKeyFile: string | null; readonly modelKeyFile: string | null };

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
