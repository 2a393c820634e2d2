import { render } from 'preact';
import { settleAsideWords } from '../languages/aside-words.ts';
import type { Notice } from '../state/notice.ts';
import type { Commands } from './commands.ts';
import { KeyForm } from './key-form.tsx';
import { RemedyList } from './remedy-list.tsx';

/**
 * Adds help for the notice to `place`: the ways to configure a model, or the form for a key. Loaded when
 * needed.
 */
export async function showHelp(place: Element, { kind }: Notice, commands: Commands): Promise<void> {
  await settleAsideWords(document.documentElement.lang);
  render(kind === 'unconfigured' ? <RemedyList /> : <KeyForm commands={commands} />, place);
}
