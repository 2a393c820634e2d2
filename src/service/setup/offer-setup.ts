import { randomBytes, randomUUID } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { type Environment, loadSettings } from '../../config/load.ts';
import { Failure, toFailure } from '../../core/failure.ts';
import type { OfferedQuestion, OfferedSetup } from '../../core/offered-setup.ts';
import type { Diagnosis } from '../../core/status.ts';
import { type Changes, changesOfChoice, type SetupQuestion } from './choice.ts';
import { ENV_FILE, readEnvText, writeEnvText } from './env-file.ts';
import { mayOfferSetup } from './may-offer-setup.ts';
import { proposeEnv } from './propose-env.ts';
import { setupQuestions } from './setup-questions.ts';

const CODE_BYTES = 18;
const NO_FILES = { searchKeyFile: null, modelKeyFile: null };

/** The surroundings of a set-up from the page. */
type SetupSurroundings = {
  /** The environment with the present settings of `.env`. */
  readEnvironment(): Environment;
  readonly version: string;
  /** Checks the written settings with real calls. */
  examine(signal: AbortSignal): Promise<readonly Diagnosis[]>;
};

/** A change that was shown; it holds the keys, so that they are sent only once. */
type ShownChange = { readonly id: string; readonly before: string; readonly text: string };

/** Offers the set-up of `sayso setup` to the page, with a new code. */
export function offerSetup(surroundings: SetupSurroundings): OfferedSetup {
  const { readEnvironment, version, examine } = surroundings;
  let isOpen = true;
  let shown: ShownChange | null = null;
  const askNow = () => setupQuestions(unconfigured(readEnvironment()), version, NO_FILES);
  return {
    code: randomBytes(CODE_BYTES).toString('base64url'),
    isOpen: () => isOpen,
    questions: async () => (await askNow()).map(withoutSecrets),
    async propose(answers) {
      const before = await readPlainEnv();
      const changes = (await askNow()).map((question) => {
        const { name, value } = answers[question.option];
        return changesOfChoice(question, name, value);
      });
      const all: Changes = Object.assign({}, ...changes);
      const { text, lines, overridden } = proposeEnv(unconfigured(readEnvironment()), before, all);
      shown = { id: randomUUID(), before, text };
      return { id: shown.id, lines, overridden };
    },
    async write(id, signal) {
      const agreed = shown;
      shown = null;
      if (agreed?.id !== id || (await readPlainEnv()) !== agreed.before)
        throw new Failure('invalid-question', 'These changes are out of date. Look at them again.');
      unconfigured(readEnvironment());
      await writeEnvText(ENV_FILE, agreed.text);
      isOpen = false;
      return examine(signal).catch((error) => [
        { name: 'settings', ok: false, cause: toFailure(error).message, remedy: '' },
      ]);
    },
  };
}

/**
 * The environment, as long as nothing has been configured since the start.
 * @throws Failure `not-found`
 */
function unconfigured(environment: Environment): Environment {
  if (mayOfferSetup(loadSettings(environment).settings)) return environment;
  throw new Failure('not-found', 'Sayso is set up already. Start it again, or run `npx sayso setup`.');
}

/**
 * The text of `.env`. The page may not write through a link, whose target the operator may not expect.
 * @throws Failure `misconfigured` for anything but a file
 */
async function readPlainEnv(): Promise<string> {
  const found = await lstat(ENV_FILE).catch(() => null);
  if (found === null || found.isFile()) return readEnvText(ENV_FILE);
  throw new Failure('misconfigured', `${ENV_FILE} is a link or no file. Run \`npx sayso setup\` instead.`);
}

/** A key that was found stays here: a detail that is known is neither asked for nor sent. */
function withoutSecrets({ option, usual, choices }: SetupQuestion): OfferedQuestion {
  const offered = choices.map(({ name, summary, detail }) => {
    if (detail === null || detail.known !== null) return { name, summary, detail: null };
    const { question, suggestion, isSecret } = detail;
    return { name, summary, detail: { question, suggestion, isSecret } };
  });
  return { option, usual, choices: offered };
}
