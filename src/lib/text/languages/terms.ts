import ar from './ar/terms.json' with { type: 'json' };
import de from './de/terms.json' with { type: 'json' };
import en from './en/terms.json' with { type: 'json' };
import es from './es/terms.json' with { type: 'json' };
import fr from './fr/terms.json' with { type: 'json' };
import it from './it/terms.json' with { type: 'json' };
import ja from './ja/terms.json' with { type: 'json' };
import nl from './nl/terms.json' with { type: 'json' };
import pt from './pt/terms.json' with { type: 'json' };
import ru from './ru/terms.json' with { type: 'json' };
import zh from './zh/terms.json' with { type: 'json' };

/**
 * Question words and common nouns of each language, with the same keys in all languages: a comma-separated
 * list of words and phrases in lower case, the most common one first. Compiled for Sayso and not complete: a
 * word that is missing stays as it is in a question.
 */
export const TERMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ar,
  de,
  en,
  es,
  fr,
  it,
  ja,
  nl,
  pt,
  ru,
  zh,
};
