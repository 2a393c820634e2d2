import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../core/failure.ts';

/**
 * A signal that aborts when the caller's connection closes before the reply is complete, or when the service
 * stops. `stopping` aborts with a Failure `stopping`.
 */
export function callerSignal(reply: FastifyReply, stopping: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const onStop = () => controller.abort(stopping.reason);
  if (stopping.aborted) onStop();
  else stopping.addEventListener('abort', onStop, { once: true });
  const onClose = () => {
    stopping.removeEventListener('abort', onStop);
    if (!reply.raw.writableFinished) controller.abort(new Failure('cancelled', 'The caller left.'));
  };
  // There is no event for a caller who disconnected while the request was being read.
  if (reply.raw.destroyed) onClose();
  else reply.raw.once('close', onClose);
  return controller.signal;
}

const PORT = /^\s*(?:\[([0-9a-f:.]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)\s*$/i;

/**
 * A hook that removes the ports that some gateways write into `X-Forwarded-For` (`203.0.113.7:49152`,
 * `[2001:db8::7]:49152`). With ports, each connection of a client would count as a different client, and no
 * limit would ever apply.
 */
export function forgetForwardedPorts({ raw: { headers } }: FastifyRequest): void {
  const list = headers['x-forwarded-for'];
  if (list === undefined) return;
  headers['x-forwarded-for'] = [list]
    .flat()
    .join(',')
    .split(',')
    .map((address) => address.replace(PORT, '$1$2'))
    .join(',');
}
