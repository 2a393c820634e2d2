import { render } from 'preact';
import { settleAsideWords } from '../languages/aside-words.ts';
import type { SetUpPart } from '../state/set-ups.ts';
import type { Commands } from './commands.ts';
import { KeyForm } from './key-form.tsx';
import { SetUp } from './set-up.tsx';

/** Fills `place` with the ways to set up parts of the service. */
export async function showSetUp(place: Element, parts: readonly SetUpPart[]): Promise<void> {
  await settleAsideWords(document.documentElement.lang);
  render(<SetUp parts={parts} />, place);
}

/** Fills `place` with the form for the service's key. */
export async function showKeyForm(place: Element, commands: Commands): Promise<void> {
  await settleAsideWords(document.documentElement.lang);
  render(<KeyForm commands={commands} />, place);
}
