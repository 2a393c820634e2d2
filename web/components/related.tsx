import { asideWords } from '../languages/aside-words.ts';
import { isUnanswered } from '../state/is-unanswered.ts';
import { relatedTo } from '../state/related.ts';
import type { ShownExchange } from '../state/state.ts';
import type { Commands } from './commands.ts';

/** Questions from the titles of the sources, each a button that asks it. */
export function Related({ exchange, commands }: { exchange: ShownExchange; commands: Commands }) {
  const questions = exchange.answer === null || isUnanswered(exchange) ? [] : relatedTo(exchange);
  if (questions.length === 0) return null;
  return (
    <section class="related" aria-labelledby="related-title">
      <h3 id="related-title">{asideWords.related}</h3>
      <ul>
        {questions.map((question) => (
          <li key={question}>
            <button type="button" class="tool" dir="auto" onClick={() => commands.ask(question)}>
              {question}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
