import type { ObserveRequest } from '../core/request-watch.ts';
import { type Metrics, one } from './metrics.ts';

/** Counts requests, including those in progress and open streams. */
export function measuredRequests(metrics: Metrics): ObserveRequest {
  let active = 0;
  let streams = 0;
  metrics.read('activeRequests', () => one(active));
  metrics.read('openStreams', () => one(streams));
  return ({ method, route }) => {
    const startedAtMs = performance.now();
    let isStream = false;
    let isOver = false;
    active++;
    return {
      isStream() {
        // The caller may leave before the first event.
        if (isOver) return;
        isStream = true;
        streams++;
      },
      end(status) {
        isOver = true;
        active--;
        if (isStream) streams--;
        const labels = {
          http_request_method: method,
          http_route: route,
          http_response_status_code: String(status),
        };
        metrics.observe('requestDuration', labels, (performance.now() - startedAtMs) / 1000);
      },
    };
  };
}
