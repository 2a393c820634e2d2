import { takeLauncher } from '../config/load.ts';
import { flushLog, type Log } from '../observe/log.ts';

/** The time for the last lines of the log, in milliseconds. */
export const LOG_FLUSH_MS = 1000;

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
