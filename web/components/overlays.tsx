import { useEffect } from 'preact/hooks';
import type { ShownState } from '../state/state.ts';
import type { Commands } from './commands.ts';
import { listenToCitations } from './listen-to-citations.ts';
import { SelectionBar } from './selection-bar.tsx';
import { SentenceCard } from './sentence-card.tsx';

type OverlaysProps = { state: ShownState; commands: Commands };

/** What appears above the answers when the reader points at a part of them. */
export function Overlays({ state, commands }: OverlaysProps) {
  useEffect(() => listenToCitations(commands.openCard), []);
  return (
    <>
      <SentenceCard state={state} commands={commands} />
      <SelectionBar ask={commands.ask} />
    </>
  );
}
