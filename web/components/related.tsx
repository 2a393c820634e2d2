import { asideWords } from '../languages/aside-words.ts';
import { isUnanswered } from '../state/is-unanswered.ts';
import { relatedTo } from '../state/related.ts';
import type { ShownExchange } from '../state/state.ts';
import type { Commands } from './commands.ts';

/** Subjects from the titles of the sources, each a button that asks about it. */
export function Related({ exchange, commands }: { exchange: ShownExchange; commands: Commands }) {
  const subjects = exchange.answer === null || isUnanswered(exchange) ? [] : relatedTo(exchange);
  if (subjects.length === 0) return null;
  return (
    <section class="related" aria-labelledby="related-title">
      <h3 id="related-title">{asideWords.related}</h3>
      <ul>
        {subjects.map((subject) => (
          <li key={subject}>
            <button type="button" class="tool" dir="auto" onClick={() => commands.ask(subject)}>
              {subject}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
