import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../core/failure.ts';
import type { KeyGuard } from './guards.ts';

/** A signal that aborts when the caller's connection closes early, or when the service stops. */
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

/** A name for whoever sent a request: the key if keys are needed, otherwise the address or network. */
export function nameOfCaller(request: FastifyRequest, guard: KeyGuard | null): string {
  return guard?.nameOf(request) ?? networkOf(request.ip);
}

/** The first 64 bits of an IPv6 address; any other address is left as it is. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1];
  if (mapped !== undefined || !address.includes(':')) return mapped ?? address;
  const [start = [], end = []] = address
    .toLowerCase()
    .split('::', 2)
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(Math.max(0, 8 - start.length - end.length)).fill('0');
  return [...start, ...zeros, ...end].slice(0, 4).join(':');
}
