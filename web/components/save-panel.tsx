import { useState } from 'preact/hooks';
import { asideWords } from '../languages/aside-words.ts';
import { type SaveForm, save } from '../save/save.ts';
import type { ShownExchange } from '../state/state.ts';

const FORMS: readonly SaveForm[] = ['markdown', 'html', 'print', 'bibtex', 'ris'];

/** A button that shows the forms in which the answer can be saved. */
export function SavePanel({ exchange }: { exchange: ShownExchange }) {
  const [isOpen, setIsOpen] = useState(false);
  const [withCitations, setWithCitations] = useState(true);
  return (
    <>
      <button type="button" class="tool" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {asideWords.save}
      </button>
      {isOpen && (
        <fieldset class="save" aria-label={asideWords.save}>
          <label>
            <input
              type="checkbox"
              checked={withCitations}
              onChange={({ currentTarget }) => setWithCitations(currentTarget.checked)}
            />
            {asideWords.withCitations}
          </label>
          {FORMS.map((form) => (
            <button key={form} type="button" class="tool" onClick={() => save(form, exchange, withCitations)}>
              {asideWords.saveForms[form]}
            </button>
          ))}
        </fieldset>
      )}
    </>
  );
}
