import { loadSettings } from '../../src/config/load.ts';
import { createLog } from '../../src/observe/log.ts';
import type { LoadProbe } from '../../src/observe/process.ts';
import { startService } from '../../src/service/serve.ts';
import { requireBuiltPage } from './built-page.ts';

export type TestService = AsyncDisposable & {
  readonly url: string;
  /** The log's lines so far, as they were written. */
  readonly logged: string[];
  stop(): Promise<void>;
};

/** A process that is never overloaded: on a busy machine, the tests' own load would be refused. */
const CALM: LoadProbe = {
  lookAtLoop: () => ({ meanDelayMs: 0, maxDelayMs: 0, utilization: 0 }),
  heapShare: () => 0,
};

/**
 * The real service on a free port, with settings as an operator would write them. It needs the built page. It
 * calls only servers on this machine.
 */
export async function startTestService(
  environment: Readonly<Record<string, string>> = {},
): Promise<TestService> {
  requireBuiltPage();
  const logged: string[] = [];
  const log = createLog('debug', { write: (line) => logged.push(line) });
  const { settings } = loadSettings({
    PORT: '0',
    SEARCH_TERTIARY_URL: 'off',
    READ_PAGES: 'off',
    // Most tests repeat questions and expect new answers.
    ANSWER_CACHE_SECONDS: '0',
    // Only what a test lets hang may reach a time limit, not what is slow on a busy machine.
    SEARCH_TIMEOUT_MS: '20000',
    READ_TIMEOUT_MS: '15000',
    ...environment,
  });
  const service = await startService(settings, '0.0.0-test', { log, loadProbe: CALM });
  return { url: service.address, logged, stop: service.stop, [Symbol.asyncDispose]: service.stop };
}
