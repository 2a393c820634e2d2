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
