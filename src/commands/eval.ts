import { EvalFailure, evalCommand } from '@sayso/eval';
import { cacheKey } from '../cache/cache.ts';
import { type Environment, loadSettings } from '../config/load.ts';
import { Failure } from '../core/failure.ts';
import { createLog } from '../observe/log.ts';
import { startService } from '../service/serve.ts';
import { printable } from './printable.ts';

/** The process does nothing else, so that its load is no reason to refuse a question. */
const CALM = {
  lookAtLoop: () => ({ meanDelayMs: 0, maxDelayMs: 0, utilization: 0 }),
  heapShare: () => 0,
};
/** Only this process asks, and each question anew. */
const OWN = {
  ...{ HOST: '127.0.0.1', PORT: '0', API_KEYS: '', RATE_LIMIT: '', WYOMING_URI: '', PUBLIC_URL: '' },
  ...{ OWN_HOSTS: '', MAX_CONCURRENT_ANSWERS: '10000' },
};

/** The input of `sayso eval`. */
type EvalOptions = Pick<Parameters<typeof evalCommand>[0], 'args' | 'version' | 'print' | 'progress'> & {
  readonly environment: Environment;
};

/** `sayso eval`, which asks a service in this process if it is given no other. */
export async function evaluate(options: EvalOptions, signal: AbortSignal): Promise<number> {
  const { environment, version } = options;
  const start = async (changes: Readonly<Record<string, string>>) => {
    const { settings } = loadSettings(environment);
    const own = loadSettings({ ...environment, ...changes, ...OWN });
    const service = await startService(own.settings, version, { log: createLog('silent'), loadProbe: CALM });
    return {
      url: service.address,
      name: `the service with ${settings.modelName ?? 'no model'} (settings ${cacheKey(settings).slice(0, 8)})`,
      [Symbol.asyncDispose]: () => service.stop(),
    };
  };
  try {
    const print = (line: string) => options.print(printable(line));
    return await evalCommand({ ...options, print, start }, signal);
  } catch (error) {
    if (error instanceof EvalFailure) throw new Failure('invalid-question', error.message, { cause: error });
    throw error;
  }
}
