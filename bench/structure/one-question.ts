import { ask } from '../ask.ts';
import { freePort } from '../free-ports.ts';
import { fastestMocks } from '../mock-settings.ts';
import { mockAnswer } from '../mock-text.ts';
import { openStage, untilListening } from '../stage.ts';
import type { Target } from '../target.ts';
import { type Executed, executedWhile } from './executed.ts';
import { generatorsPassed } from './generators.ts';
import { connectInspector } from './inspector.ts';

/**
 * The code that runs for one streamed `POST /api/ask` in a service that has already answered other questions.
 */
export type OneQuestion = {
  readonly executed: readonly Executed[];
  /** The async generators that each token passes through. */
  readonly generators: readonly string[];
};

/** Each question of `ask` once, so that no table is made for its words during the measurement. */
const WARM_UP_QUESTIONS = 5;
/** A token of the mock model with letters that no question, title or snippet contains. */
const TOKEN = mockAnswer(200).find((token) => token === 'know') ?? '';
/** Slow enough for tokens not to be merged before they are seen. */
const TOKEN_BY_TOKEN = { ...fastestMocks(), llm: { ttftMs: 30, tokensPerSec: 200, answerTokens: 200 } };

/** Asks a real service with caches and without page reading, which uses mock upstreams. */
export async function watchOneQuestion(root: string): Promise<OneQuestion> {
  const port = await freePort();
  const stage = await openStage(undefined);
  const env = {
    NODE_OPTIONS: `--inspect=127.0.0.1:${port}`,
    ANSWER_CACHE_SECONDS: '600',
    SEARCH_CACHE_SECONDS: '600',
  };
  // The sources, because what runs in a bundle cannot be assigned to files.
  const service = await stage.service(env, 'src/main.ts');
  await warmUp(service);
  const inspector = await connectInspector(port);
  const act = async () => void (await ask(service, 'stream'));
  const executed = await executedWhile(inspector, { root, act });
  await stage.mocks.configure(TOKEN_BY_TOKEN);
  const generators = await generatorsPassed(inspector, { root, words: TOKEN, act });
  inspector.close();
  await service.child.stop();
  if (executed.length === 0 || generators.length === 0) throw new Error('No function of src was seen.');
  return { executed, generators };
}

async function warmUp(service: Target): Promise<void> {
  await untilListening(service.child, () => ask(service, 'json'));
  for (let asked = 0; asked < WARM_UP_QUESTIONS; asked++) await ask(service, 'stream');
}
