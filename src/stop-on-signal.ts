import { takeLauncher } from './config/load.ts';
import { whenLauncherIsGone } from './launcher.ts';
import { flushed, type Log } from './observe/log.ts';

/** The time for the last lines of the log, in milliseconds. */
export const LOG_FLUSH_MS = 1000;

type Stoppable = { stop(): Promise<void> };

/**
 * Stops the process's service at the first SIGTERM, SIGINT or SIGHUP (sent when a terminal closes), or when
 * its launcher has ended. A second signal ends the process at once. If a signal arrives before the service
 * listens, the service stops as soon as it listens. SIGHUP does not reload the settings.
 */
export function stopOnSignal(starting: Promise<Stoppable>, log: Log): void {
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
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
      .then(async (status) => {
        // The log must be complete before the process exits.
        await flushed(log, LOG_FLUSH_MS);
        process.exit(status);
      });
  };
  // A signal to the whole process group also reaches the launcher; the launcher's exit must not count as a
  // second signal.
  whenLauncherIsGone(takeLauncher(), () => stopping || begin({ launcher: 'gone' }));
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  process.on('SIGHUP', onSignal);
}
