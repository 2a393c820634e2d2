import type { FastifyReply } from 'fastify';
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
  // No event reports a caller who left while the request was being read.
  if (reply.raw.destroyed) onClose();
  else reply.raw.once('close', onClose);
  return controller.signal;
}
