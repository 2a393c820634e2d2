import ar from '@sayso/text/languages/ar/answer.json' with { type: 'json' };
import de from '@sayso/text/languages/de/answer.json' with { type: 'json' };
import en from '@sayso/text/languages/en/answer.json' with { type: 'json' };
import es from '@sayso/text/languages/es/answer.json' with { type: 'json' };
import fr from '@sayso/text/languages/fr/answer.json' with { type: 'json' };
import it from '@sayso/text/languages/it/answer.json' with { type: 'json' };
import ja from '@sayso/text/languages/ja/answer.json' with { type: 'json' };
import nl from '@sayso/text/languages/nl/answer.json' with { type: 'json' };
import pt from '@sayso/text/languages/pt/answer.json' with { type: 'json' };
import ru from '@sayso/text/languages/ru/answer.json' with { type: 'json' };
import zh from '@sayso/text/languages/zh/answer.json' with { type: 'json' };

/** The sentences that the service adds to an answer, and the names of failed searches, by language. */
export const ANSWER_TEXTS = { en, es, de, fr, pt, it, nl, ru, ja, zh, ar };
