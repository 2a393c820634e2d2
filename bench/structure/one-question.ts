import { ask } from '../ask.ts';
import { freePort } from '../free-ports.ts';
import { openStage, untilListening } from '../stage.ts';
import type { Target } from '../target.ts';
import { type Executed, executedWhile } from './executed.ts';
import { connectInspector } from './inspector.ts';

/** Each question of `ask` once, so that no table is made for its words during the measurement. */
const WARM_UP_QUESTIONS = 5;
/**
 * The functions that run for one streamed `POST /api/ask` in a service that has already answered other questions,
 * with caches, mock upstreams and no page read.
 */
export async function watchOneQuestion(root: string): Promise<readonly Executed[]> {
  const port = await freePort();
  const stage = await openStage(undefined);
  const env = {
    NODE_OPTIONS: `--inspect=127.0.0.1:${port}`,
    ANSWER_CACHE_SECONDS: '600',
  };
  // The sources, because what runs in a bundle cannot be assigned to files.
  const service = await stage.service(env, 'src/main.ts');
  await warmUp(service);
  const inspector = await connectInspector(port);
  const act = async () => void (await ask(service, 'stream'));
  const executed = await executedWhile(inspector, { root, act });
  inspector.close();
  await service.child.stop();
  if (executed.length === 0) throw new Error('No function of src was seen.');
  return executed;
}

async function warmUp(service: Target): Promise<void> {
  await untilListening(service.child, () => ask(service, 'json'));
  for (let asked = 0; asked < WARM_UP_QUESTIONS; asked++) await ask(service, 'stream');
}
