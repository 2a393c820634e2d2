import { useEffect } from 'preact/hooks';
import { SelectionBar } from '../actions/follow-ups.tsx';
import { words } from '../languages/words.ts';
import { listenToCitations } from '../sources/citations.tsx';
import type { Commands } from '../state/commands.ts';
import type { ShownState } from '../state/state.ts';
import { SentenceCard } from '../verdicts/sentence-card.tsx';

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

/** For the keyboard: leads past the answer to the field below it; shown while it has the focus. */
export function SkipLink() {
  return (
    <button type="button" class="tool skip" onClick={goToField}>
      {words.followUp}
    </button>
  );
}

function goToField() {
  document.querySelector<HTMLElement>('#question')?.focus();
}
