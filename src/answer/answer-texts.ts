import ar from '../lib/text/languages/ar/answer.json' with { type: 'json' };
import de from '../lib/text/languages/de/answer.json' with { type: 'json' };
import en from '../lib/text/languages/en/answer.json' with { type: 'json' };
import es from '../lib/text/languages/es/answer.json' with { type: 'json' };
import fr from '../lib/text/languages/fr/answer.json' with { type: 'json' };
import it from '../lib/text/languages/it/answer.json' with { type: 'json' };
import ja from '../lib/text/languages/ja/answer.json' with { type: 'json' };
import nl from '../lib/text/languages/nl/answer.json' with { type: 'json' };
import pt from '../lib/text/languages/pt/answer.json' with { type: 'json' };
import ru from '../lib/text/languages/ru/answer.json' with { type: 'json' };
import zh from '../lib/text/languages/zh/answer.json' with { type: 'json' };

/** The sentences that the service adds to an answer, and the names of failed searches, by language. */
export const ANSWER_TEXTS = { en, es, de, fr, pt, it, nl, ru, ja, zh, ar };
