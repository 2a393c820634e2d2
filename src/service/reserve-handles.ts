import type { Server } from 'node:net';
import type { Log } from '../observe/log.ts';
import { fileHandles } from '../observe/process-metrics.ts';

/** The shortest time between two log lines about the same problem, in milliseconds. */
const LOG_EVERY_MS = 10_000;

/**
 * Reserves half of the free file handles for the calls that answers need. Otherwise, callers who merely hold
 * connections open could use all handles, and everyone else would be told that no search works. The other
 * half is for connections; those beyond it are closed and logged.
 */
export function reserveHandles(server: Server, log: Log): void {
  const handles = fileHandles();
  if (handles === null || !Number.isFinite(handles.limit)) return;
  const connections = Math.max(1, Math.floor((handles.limit - handles.open) / 2));
  server.maxConnections = connections;
  let loggedAtMs = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    if (performance.now() - loggedAtMs < LOG_EVERY_MS) return;
    loggedAtMs = performance.now();
    log.warn(
      { connections, fileHandles: handles.limit },
      'new connections are closed at once, because the limit on open files is reached (raise `ulimit -n`)',
    );
  });
}
