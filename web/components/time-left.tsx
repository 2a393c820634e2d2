import { useEffect, useState } from 'preact/hooks';
import { asideWords } from '../languages/aside-words.ts';

/** From this many seconds on, minutes are shown. */
const LONG_SECONDS = 120;
/** A shorter time is shown in steps of so many seconds, because it is only a limit. */
const STEP_SECONDS = 5;

/** How much time the research has left at most; nothing once it is over. */
export function TimeLeft({ endsAtMs }: { endsAtMs: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.ceil((endsAtMs - now) / 1000 / STEP_SECONDS) * STEP_SECONDS;
  if (seconds <= 0) return null;
  return <span class="time-left">{asideWords.timeLeft.replace('{time}', inUnits(seconds))}</span>;
}

function inUnits(seconds: number): string {
  const [count, unit] = seconds >= LONG_SECONDS ? [Math.ceil(seconds / 60), 'minute'] : [seconds, 'second'];
  // The text uses the same digits as the rest of the page.
  const locale = `${document.documentElement.lang}-u-nu-latn`;
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}
