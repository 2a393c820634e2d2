/** An event of a trace of Chromium; times in microseconds. */
type TraceEvent = {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** The CPU time. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
};

/** The kinds of events that a trace needs for `taskTimes`. */
export const TRACE_CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];

/**
 * The CPU time of each task of the page's main threads, in milliseconds. Unlike the time on the clock, it is
 * the same on a machine with other work.
 */
export function taskTimes(trace: Buffer): number[] {
  const { traceEvents: events }: { traceEvents: readonly TraceEvent[] } = JSON.parse(trace.toString());
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return events
    .filter(({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && mains.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000);
}
