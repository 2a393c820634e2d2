import { setTimeout as pause } from 'node:timers/promises';
import type { WyomingListener } from '@sayso/wyoming';
import { takeLauncher } from '../config/load.ts';
import type { HttpApp } from '../interfaces/http/app.ts';
import { flushLog, type Log } from '../observe/log.ts';

/** The time for the last lines of the log, in milliseconds. */
const LOG_FLUSH_MS = 1000;
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
  readonly voice: WyomingListener | null;
  /** Closes what answers are made with. */
  closeService(): Promise<void>;
};

/** Refuses new requests, lets running answers finish for a while, ends the rest and closes everything. */
export async function stopService({ http, voice, closeService }: StoppableParts, log: Log): Promise<void> {
  const { app, refuse, closeIdle, abort } = http;
  refuse();
  // Connections that were busy when the server closed become idle later, and no other code closes them.
  const sweep = setInterval(closeIdle, SWEEP_EVERY_MS);
  const drain = setTimeout(() => {
    log.warn('ending the answers that are still running');
    abort();
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

/** The same after a second signal, whose sender does not want to wait. */
const IMPATIENT_FLUSH_MS = 100;

type Stoppable = { stop(): Promise<void> };

/**
 * Stops the process's service at the first SIGTERM, SIGINT or SIGHUP (sent when a terminal closes), or when
 * its launcher has ended. A second signal ends the process at once. If a signal arrives before the service
 * listens, the service stops as soon as it listens. SIGHUP does not reload the settings. If nobody reads the
 * log, the process ends itself with SIGKILL.
 */
export function stopOnSignal(starting: Promise<Stoppable>, log: Log): void {
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) return void exitWith(1, log, IMPATIENT_FLUSH_MS);
    begin({ signal });
  };
  const begin = (reason: { readonly signal: NodeJS.Signals } | { readonly launcher: 'gone' }) => {
    stopping = true;
    log.info(reason, 'stopping');
    void starting
      .then((service) => service.stop())
      .then(
        () => 0,
        (error: unknown) => {
          log.error({ err: error }, 'could not stop cleanly');
          return 1;
        },
      )
      .then((status) => exitWith(status, log, LOG_FLUSH_MS));
  };
  // A signal to the whole process group also reaches the launcher; the launcher's exit must not count as a
  // second signal.
  whenLauncherIsGone(takeLauncher(), () => stopping || begin({ launcher: 'gone' }));
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  process.on('SIGHUP', onSignal);
}

/** Ends the process once the log is complete, or after `timeoutMs` if nobody reads it. */
async function exitWith(status: number, log: Log, timeoutMs: number): Promise<void> {
  if (await flushLog(log, timeoutMs)) process.exit(status);
  // An exit waits for the threads, and the thread that writes the log waits for its reader.
  else process.kill(process.pid, 'SIGKILL');
}

/**
 * How often to check whether the launcher still runs, in milliseconds; the system does not report the end of
 * a parent.
 */
const CHECK_MS = 200;

/**
 * Calls `then` once when the process `launcher` is no longer the parent of this one; does nothing for null. A
 * service started by npm or an older Node must not outlive it, and a killed launcher passes on no signal.
 */
export function whenLauncherIsGone(launcher: number | null, then: () => void): void {
  if (launcher === null) return;
  const check = setInterval(() => {
    if (process.ppid === launcher) return;
    clearInterval(check);
    then();
  }, CHECK_MS);
  check.unref();
}
