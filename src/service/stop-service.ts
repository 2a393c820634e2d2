import { setTimeout as pause } from 'node:timers/promises';
import type { HttpApp } from '../interfaces/http/app.ts';
import type { WyomingInterface } from '../interfaces/wyoming/wyoming.ts';
import type { Log } from '../observe/log.ts';
import { LOG_FLUSH_MS } from './stop-on-signal.ts';

/** The time that running answers have to finish after the signal to stop, in milliseconds. */
const DRAIN_MS = 10_000;
/** After that, the time for finished answers to reach their callers, in milliseconds. */
const FLUSH_MS = 1000;
/** After that, the time for threads, traces and connections to other servers to close, in milliseconds. */
const CLOSE_MS = 2000;
/** How often connections that have become idle are closed, in milliseconds. */
const SWEEP_EVERY_MS = 50;
/** The maximum time for stopping, in milliseconds; supervisors (`deploy/`, `compose.yaml`) wait longer. */
export const MAX_STOP_MS = DRAIN_MS + FLUSH_MS + CLOSE_MS + LOG_FLUSH_MS;

type StoppableParts = {
  readonly http: HttpApp;
  /** Null if the service does not speak Wyoming. */
  readonly voice: WyomingInterface | null;
  /** Closes what answers are made with. */
  closeService(): Promise<void>;
};

/** Refuses new requests, lets running answers finish for a while, ends the rest and closes everything. */
export async function stopService({ http, voice, closeService }: StoppableParts, log: Log): Promise<void> {
  const { app, refuse, abort } = http;
  refuse();
  // Connections that were busy when the server closed become idle later, and no other code closes them.
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_EVERY_MS);
  const drain = setTimeout(() => {
    log.warn('ending the answers that are still running');
    abort();
    voice?.abort();
  }, DRAIN_MS);
  const cut = setTimeout(() => {
    app.server.closeAllConnections();
    voice?.cut();
  }, DRAIN_MS + FLUSH_MS);
  await Promise.all([app.close(), voice?.stop()]);
  for (const timer of [drain, cut]) clearTimeout(timer);
  clearInterval(sweep);
  await Promise.race([closeService(), pause(CLOSE_MS, undefined, { ref: false })]);
  log.info('stopped');
}
