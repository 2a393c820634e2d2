import { useEffect, useState } from 'preact/hooks';
import { words } from '../languages/words.ts';

/** If the wait is at least this many seconds, a time of day is more useful than a countdown. */
const LONG_SECONDS = 90;

/**
 * Shows how long to wait: counts down the seconds and disappears at the end; a long wait is shown as a time
 * of day.
 */
export function Waiting({ seconds }: { seconds: number }) {
  // Timers of a page in the background rarely run, so the remaining time is calculated, not counted down.
  const [end] = useState(() => Date.now() + seconds * 1000);
  const [remaining, setRemaining] = useState(seconds);
  useEffect(() => {
    const count = () => setRemaining(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, [end]);
  if (seconds > LONG_SECONDS) return words.waitUntil(end);
  return remaining > 0 ? words.waitSeconds(remaining) : '';
}
