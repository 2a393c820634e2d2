import { useEffect, useRef } from 'preact/hooks';
import type * as NoticeHelp from './notice-help.tsx';

type LateHelpProps = { show: (help: typeof NoticeHelp, place: Element) => void };

/** Help that is loaded when it is needed; nothing if it cannot be loaded. */
export function LateHelp({ show }: LateHelpProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    import('./notice-help.tsx').then(
      (help) => place.current && show(help, place.current),
      () => undefined,
    );
  }, []);
  return <div ref={place} />;
}
