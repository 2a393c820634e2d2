import Negotiator from 'negotiator';
import { boundedField } from '../../http/bounded-field.ts';

/**
 * Every text of the page without JavaScript, in one language. `{count}` is filled in and must stay as it is
 * in a translation.
 */
type DocumentTable = Readonly<
  Record<
    | 'field'
    | 'ask'
    | 'searching'
    | 'sources'
    | 'nothingFound'
    | 'writing'
    | 'answer'
    | 'done'
    | 'empty'
    | 'tooLong'
    | 'formOnly'
    | 'ahead'
    | 'keyNeeded'
    | 'failed',
    string
  >
>;

/** The texts of the page without JavaScript, and their language. */
export type DocumentWords = DocumentTable & {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
};

/** The texts in the preferred supported language of an `Accept-Language` field; English if it names none. */
export function wordsFor(acceptLanguage: string | undefined): DocumentWords {
  const negotiator = new Negotiator({ headers: { 'accept-language': boundedField(acceptLanguage ?? '*') } });
  const [language = 'en'] = negotiator.languages(Object.keys(tables));
  return { ...(tables[language] ?? tables.en), language, direction: language === 'ar' ? 'rtl' : 'ltr' };
}

/** The texts by the BCP 47 tag of their language; English comes first, for clients that accept any. */
const tables: Readonly<Record<string, DocumentTable>> & { readonly en: DocumentTable } = {
  en: {
    field: 'Your question',
    ask: 'Ask',
    searching: 'Searching the web…',
    sources: 'Sources',
    nothingFound: 'No sources were found.',
    writing: 'Writing the answer…',
    answer: 'Answer',
    done: 'Done.',
    empty: 'Type a question and press “Ask”.',
    tooLong: 'The question is longer than {count} characters.',
    formOnly: 'Press “Ask” to search for this.',
    ahead: 'Answers are not fetched ahead of time: open this address to ask.',
    keyNeeded:
      'This service needs a key, and a form cannot send one. Use the page with JavaScript, which ' +
      'asks for the key, or send the key as “Authorization: Bearer KEY” with a request to ' +
      '/api/v1/query.',
    failed: 'There is no answer:',
  },
  es: {
    field: 'Tu pregunta',
    ask: 'Preguntar',
    searching: 'Buscando en la web…',
    sources: 'Fuentes',
    nothingFound: 'No se encontraron fuentes.',
    writing: 'Escribiendo la respuesta…',
    answer: 'Respuesta',
    done: 'Listo.',
    empty: 'Escribe una pregunta y pulsa «Preguntar».',
    tooLong: 'La pregunta tiene más de {count} caracteres.',
    formOnly: 'Pulsa «Preguntar» para buscarlo.',
    ahead: 'Las respuestas no se cargan por adelantado: abre esta dirección para preguntar.',
    keyNeeded:
      'Este servicio necesita una clave, y un formulario no puede enviarla. Usa la página con ' +
      'JavaScript, que pide la clave, o envíala como «Authorization: Bearer CLAVE» en una ' +
      'solicitud a /api/v1/query.',
    failed: 'No hay respuesta:',
  },
  de: {
    field: 'Deine Frage',
    ask: 'Fragen',
    searching: 'Das Web wird durchsucht …',
    sources: 'Quellen',
    nothingFound: 'Es wurden keine Quellen gefunden.',
    writing: 'Die Antwort wird geschrieben …',
    answer: 'Antwort',
    done: 'Fertig.',
    empty: 'Stell eine Frage und drücke „Fragen“.',
    tooLong: 'Die Frage ist länger als {count} Zeichen.',
    formOnly: 'Drücke „Fragen“, um danach zu suchen.',
    ahead: 'Antworten werden nicht im Voraus geladen: Öffne diese Adresse, um zu fragen.',
    keyNeeded:
      'Dieser Dienst braucht einen Schlüssel, und ein Formular kann keinen senden. Nutze die Seite ' +
      'mit JavaScript, die nach dem Schlüssel fragt, oder sende ihn als „Authorization: Bearer ' +
      'SCHLÜSSEL“ mit einer Anfrage an /api/v1/query.',
    failed: 'Es gibt keine Antwort:',
  },
  fr: {
    field: 'Votre question',
    ask: 'Demander',
    searching: 'Recherche sur le web…',
    sources: 'Sources',
    nothingFound: 'Aucune source n’a été trouvée.',
    writing: 'Rédaction de la réponse…',
    answer: 'Réponse',
    done: 'Terminé.',
    empty: 'Posez une question et appuyez sur «\u00a0Demander\u00a0».',
    tooLong: 'La question compte plus de {count} caractères.',
    formOnly: 'Appuyez sur «\u00a0Demander\u00a0» pour lancer la recherche.',
    ahead: 'Les réponses ne sont pas chargées à l’avance\u00a0: ouvrez cette adresse pour poser la question.',
    keyNeeded:
      'Ce service nécessite une clé, et un formulaire ne peut pas en envoyer. Utilisez la page ' +
      'avec JavaScript, qui demande la clé, ou envoyez-la sous la forme «\u00a0Authorization: ' +
      'Bearer CLÉ\u00a0» dans une requête à /api/v1/query.',
    failed: 'Il n’y a pas de réponse\u00a0:',
  },
  pt: {
    field: 'Sua pergunta',
    ask: 'Perguntar',
    searching: 'Pesquisando na web…',
    sources: 'Fontes',
    nothingFound: 'Nenhuma fonte foi encontrada.',
    writing: 'Escrevendo a resposta…',
    answer: 'Resposta',
    done: 'Pronto.',
    empty: 'Digite uma pergunta e pressione “Perguntar”.',
    tooLong: 'A pergunta tem mais de {count} caracteres.',
    formOnly: 'Pressione “Perguntar” para pesquisar isto.',
    ahead: 'As respostas não são carregadas com antecedência: abra este endereço para perguntar.',
    keyNeeded:
      'Este serviço precisa de uma chave, e um formulário não pode enviá-la. Use a página com ' +
      'JavaScript, que pede a chave, ou envie-a como “Authorization: Bearer CHAVE” em uma ' +
      'requisição a /api/v1/query.',
    failed: 'Não há resposta:',
  },
  ja: {
    field: '質問',
    ask: '質問する',
    searching: 'ウェブを検索しています…',
    sources: '出典',
    nothingFound: '出典は見つかりませんでした。',
    writing: '回答を作成しています…',
    answer: '回答',
    done: '完了しました。',
    empty: '質問を入力して「質問する」を押してください。',
    tooLong: '質問が {count} 文字を超えています。',
    formOnly: '検索するには「質問する」を押してください。',
    ahead: '回答は先読みされません。質問するには、このアドレスを開いてください。',
    keyNeeded:
      'このサービスにはキーが必要ですが、フォームからは送れません。JavaScript を有効にしたページでキーを入力するか、/api/v1/query ' +
      'へのリクエストに「Authorization: Bearer キー」を付けて送ってください。',
    failed: '回答がありません：',
  },
  ar: {
    field: 'سؤالك',
    ask: 'اسأل',
    searching: 'جارٍ البحث في الويب…',
    sources: 'المصادر',
    nothingFound: 'لم يُعثر على مصادر.',
    writing: 'جارٍ كتابة الإجابة…',
    answer: 'الإجابة',
    done: 'تمّ.',
    empty: 'اكتب سؤالًا واضغط «اسأل».',
    tooLong: 'السؤال أطول من {count} حرف.',
    formOnly: 'اضغط «اسأل» للبحث عن هذا.',
    ahead: 'لا تُحمَّل الإجابات مسبقًا: افتح هذا العنوان لتسأل.',
    keyNeeded:
      'تتطلب هذه الخدمة مفتاحًا، ولا يمكن إرساله عبر استمارة ويب. استخدم الصفحة مع JavaScript، فهي ' +
      'تطلب المفتاح، أو أرسله بالصيغة «Authorization: Bearer KEY» مع طلب إلى /api/v1/query.',
    failed: 'لا توجد إجابة:',
  },
};
