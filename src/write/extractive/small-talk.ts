import { isStopWord, toWords } from '../../lib/text/words.ts';

const PHRASES = `hello|hi|hey|hi there|hello there|hey there|good morning|good afternoon|good evening
  good night|thanks|thank you|thanks a lot|many thanks|thank you very much|thank you so much|thx|cheers
  bye|goodbye|hallo|guten morgen|guten tag|guten abend|danke|danke schön|vielen dank|tschüss|bonjour
  bonsoir|salut|merci|merci beaucoup|au revoir|hola|buenos días|buenas tardes|buenas noches|gracias
  muchas gracias|adiós|olá|oi|bom dia|boa tarde|boa noite|obrigado|obrigada|muito obrigado|muito obrigada
  ciao|salve|buongiorno|buonasera|grazie|grazie mille|goedemorgen|goedemiddag|goedenavond|dank je
  dank je wel|dank u|dank u wel|bedankt|привет|здравствуйте|добрый день|спасибо|большое спасибо|مرحبا
  السلام عليكم|شكرا|こんにちは|こんばんは|ありがとう|ありがとうございます|你好|您好|谢谢|謝謝`;

const phrases: ReadonlySet<string> = new Set(PHRASES.split(/[|\n]/u).map((phrase) => phrase.trim()));

/** True for a question of stop words only, such as "What can you do?": no sentence matches it best. */
export function hasStopWordsOnly(question: string): boolean {
  const words = toWords(question);
  return words.length > 0 && words.every(isStopWord);
}

/** True for a greeting, a thanks or a farewell that is the whole question: there is nothing to answer. */
export function isGreeting(question: string): boolean {
  const said = question
    .toLowerCase()
    .replace(/[^\p{L}\p{M}]+/gu, ' ')
    .trim();
  return phrases.has(said);
}
