import { isLoopback } from '@sayso/text/url.ts';
import { OPEN_SERVICE_RATE } from '../config/load.ts';
import type { Settings } from '../config/settings.ts';
import type { TcpAddress } from '../config/values.ts';
import { errorCode, Failure } from '../core/failure.ts';
import type { Service } from '../core/service.ts';
import type { WyomingInterface } from '../interfaces/wyoming/wyoming.ts';
import type { Log } from '../observe/log.ts';

/**
 * Starts the interface of `WYOMING_URI`, which has the same limits as the others. The interface has no keys,
 * so it is always limited if other machines can reach it.
 * @throws Failure `misconfigured` if the address cannot be used
 */
export async function listenForVoices(
  address: TcpAddress,
  { answerDeadlineMs, maxQueryChars, rateLimit }: Settings,
  { service, log }: { readonly service: Service; readonly log: Log },
): Promise<WyomingInterface> {
  const { ask, countShared, status } = service;
  const rate = rateLimit ?? (isLoopback(address.host) ? null : OPEN_SERVICE_RATE);
  const countAnswer =
    rate === null
      ? async () => undefined
      : (await import('../interfaces/http/rate-limit.ts')).limitAddresses({ ...rate, countShared });
  const limits = { answerDeadlineMs, maxQueryChars, countAnswer };
  const { startWyoming } = await import('../interfaces/wyoming/wyoming.ts');
  const { version } = status();
  try {
    const server = await startWyoming(address, { ask, ...limits, log, version });
    log.info(`Sayso ${version} speaks Wyoming at tcp://${address.host}:${server.port}`);
    return server;
  } catch (error) {
    const message = `Sayso cannot listen at WYOMING_URI (${errorCode(error)}). Set another address or port.`;
    throw new Failure('misconfigured', message, { cause: error });
  }
}
