import de from './de/quotes.json' with { type: 'json' };
import en from './en/quotes.json' with { type: 'json' };
import es from './es/quotes.json' with { type: 'json' };
import fr from './fr/quotes.json' with { type: 'json' };
import it from './it/quotes.json' with { type: 'json' };
import nl from './nl/quotes.json' with { type: 'json' };
import pt from './pt/quotes.json' with { type: 'json' };
import ru from './ru/quotes.json' with { type: 'json' };

/**
 * The words of each language that help to find the answer to a question. They are in lower case, compiled for
 * Sayso and not complete: a missing word can cause a refusal or a worse answer, but never a wrong quote.
 */
export type QuoteWords = {
  /** Words that shape a question but are not its subject; a sentence can answer without them. */
  readonly faint: string;
  /** Words of answers by words of questions: the answer to "How long is it?" contains "length". */
  readonly answering: Readonly<Record<string, string>>;
  /** Words with which a sentence introduces a reason. */
  readonly reasons: string;
};

/** The words by the ISO 639-1 code of their language. */
export const QUOTE_WORDS: Readonly<Record<string, QuoteWords>> = { en, de, es, fr, pt, it, nl, ru };
