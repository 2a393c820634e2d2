import { render } from 'preact';
import type { Notice } from '../notice.ts';
import type { Commands } from './commands.ts';
import { KeyForm } from './key-form.tsx';
import { RemedyList } from './remedy-list.tsx';

/** Puts into `place` what helps with the notice: the ways to a model, or the form for a key. Loaded when somebody needs it. */
export function showHelp(place: Element, { kind }: Notice, commands: Commands): void {
  render(kind === 'unconfigured' ? <RemedyList /> : <KeyForm commands={commands} />, place);
}
