import { loadSettings, readEnvironment } from '../config/load.ts';
import type { Diagnosis } from '../core/status.ts';
import { createLog } from '../observe/log.ts';
import { assemble } from './assemble.ts';

/**
 * Checks the present settings with one real call for each part of them.
 * @throws Failure `misconfigured` if they are wrong
 */
export async function examine(version: string, signal: AbortSignal): Promise<readonly Diagnosis[]> {
  const service = await assemble(loadSettings(readEnvironment()).settings, version, {
    log: createLog('silent'),
  });
  return service.diagnose(signal).finally(service.close);
}
