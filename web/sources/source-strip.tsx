import { useState } from 'preact/hooks';
import { showModal } from '../browser/above-the-page.ts';
import { asideWords } from '../languages/aside-words.ts';
import { words } from '../languages/words.ts';
import { listedSources } from '../state/shown-sources.ts';
import type { ShownExchange } from '../state/state.ts';
import { CitedFirst } from './source-cards.tsx';

type SourceStripProps = {
  exchange: Pick<ShownExchange, 'sources' | 'citations' | 'quotes'>;
  /** True once the answer can cite no more sources. */
  isWhole: boolean;
};

/** How many icons fit beside the number of sources. */
const MOST_ICONS = 5;

/** On a small screen: the icons of the sources above the answer, which open a sheet with their cards. */
export function SourceStrip({ exchange, isWhole }: SourceStripProps) {
  const [isOpen, setIsOpen] = useState(false);
  const sources = isWhole ? listedSources(exchange) : exchange.sources;
  const icons = [...new Set(sources.map(({ icon }) => icon || 'icon'))].slice(0, MOST_ICONS);
  return (
    <>
      <button type="button" class="tool" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <span class="strip-icons">
          {icons.map((icon) => (
            <img key={icon} class="site-icon" src={icon} alt="" width="16" height="16" />
          ))}
        </span>
        {words.sourceCount(sources.length)}
      </button>
      {isOpen && (
        <dialog
          {...{ closedby: 'any' }}
          class="sheet"
          aria-label={words.sources}
          onClose={() => setIsOpen(false)}
          ref={showModal}
        >
          <form class="aside-close" method="dialog">
            <button type="submit" class="tool">
              {asideWords.close}
            </button>
            <h2>{words.sources}</h2>
          </form>
          <CitedFirst exchange={exchange} isWhole={isWhole} start="sheet-source" card={null} />
        </dialog>
      )}
    </>
  );
}
