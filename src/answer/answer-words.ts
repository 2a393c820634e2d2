import type { Question, Source } from '../core/terms.ts';
import { answerLanguage } from './answer-language.ts';

/**
 * The sentences that the service itself adds to an answer, in the answer's language, because they are spoken
 * together with it. They are plain text. Error messages are in English, as in the log.
 */
export type AnswerWords = {
  readonly nothingFound: string;
  /** Introduces the causes. */
  readonly someFailed: string;
  readonly fromMemory: string;
  readonly unchecked: string;
  /** The same as `nothingFound` and `unchecked`, for a service that searches documents instead of the web. */
  readonly nothingInDocuments: string;
  readonly uncheckedDocuments: string;
  readonly cut: string;
  readonly sourcesSay: string;
  /** The sources were read, and none of them answers the question. */
  readonly notAnswered: string;
  /** Follows `notAnswered` and introduces the quotes that come closest to an answer. */
  readonly closest: string;
  /** Introduces an answer that is `{age}` old. */
  readonly stale: string;
};

const ENGLISH: AnswerWords = {
  nothingFound: 'Nothing was found on the web for this question.',
  someFailed: 'Some searches failed.',
  fromMemory: 'The following comes from the language model alone, without sources.',
  unchecked:
    'The web search failed, so this answer was not checked against the web. It comes from the ' +
    'language model alone.',
  nothingInDocuments: 'Nothing was found in the documents for this question.',
  uncheckedDocuments:
    'The documents could not be searched, so this answer was not checked against them. It comes ' +
    'from the language model alone.',
  cut: 'The answer was cut short because time ran out.',
  sourcesSay: 'The sources say:',
  notAnswered: 'The sources do not answer this.',
  closest: 'The closest passages:',
  stale: 'This answer is {age} old, because no new search is possible at the moment.',
};

const BY_LANGUAGE: Readonly<Record<string, AnswerWords>> = {
  en: ENGLISH,
  es: {
    nothingFound: 'No se encontró nada en la web para esta pregunta.',
    someFailed: 'Algunas búsquedas fallaron.',
    fromMemory: 'Lo que sigue procede solo del modelo de lenguaje, sin fuentes.',
    unchecked:
      'La búsqueda en la web falló, así que esta respuesta no se comprobó en la web. Procede solo ' +
      'del modelo de lenguaje.',
    nothingInDocuments: 'No se encontró nada en los documentos para esta pregunta.',
    uncheckedDocuments:
      'No se pudo buscar en los documentos, así que esta respuesta no se comprobó con ellos. ' +
      'Procede solo del modelo de lenguaje.',
    cut: 'La respuesta se cortó porque se acabó el tiempo.',
    sourcesSay: 'Según las fuentes:',
    notAnswered: 'Las fuentes no responden a esta pregunta.',
    closest: 'Los fragmentos más relevantes:',
    stale: 'Esta respuesta es de hace {age}, porque ahora no es posible buscar.',
  },
  de: {
    nothingFound: 'Zu dieser Frage wurde im Web nichts gefunden.',
    someFailed: 'Einige Suchen sind fehlgeschlagen.',
    fromMemory: 'Das Folgende stammt allein vom Sprachmodell, ohne Quellen.',
    unchecked:
      'Die Websuche ist fehlgeschlagen, darum wurde diese Antwort nicht im Web überprüft. Sie stammt ' +
      'allein vom Sprachmodell.',
    nothingInDocuments: 'Zu dieser Frage wurde in den Dokumenten nichts gefunden.',
    uncheckedDocuments:
      'Die Dokumente konnten nicht durchsucht werden, darum wurde diese Antwort nicht mit ihnen ' +
      'abgeglichen. Sie stammt allein vom Sprachmodell.',
    cut: 'Die Antwort wurde vorzeitig beendet, weil die Zeit abgelaufen war.',
    sourcesSay: 'In den Quellen steht:',
    notAnswered: 'Die Quellen beantworten diese Frage nicht.',
    closest: 'Am nächsten kommen diese Stellen:',
    stale: 'Diese Antwort ist {age} alt, weil gerade nicht gesucht werden konnte.',
  },
  fr: {
    nothingFound: 'Rien n’a été trouvé sur le web pour cette question.',
    someFailed: 'Certaines recherches ont échoué.',
    fromMemory: 'Ce qui suit provient uniquement du modèle de langage, sans sources.',
    unchecked:
      'La recherche sur le web a échoué. Cette réponse n’a donc pas été vérifiée sur le web. Elle ' +
      'provient uniquement du modèle de langage.',
    nothingInDocuments: 'Rien n’a été trouvé dans les documents pour cette question.',
    uncheckedDocuments:
      'La recherche dans les documents a échoué. Cette réponse n’a donc pas été vérifiée. Elle ' +
      'provient uniquement du modèle de langage.',
    cut: 'La réponse a été écourtée, faute de temps.',
    sourcesSay: 'Selon les sources :',
    notAnswered: 'Les sources ne répondent pas à cette question.',
    closest: 'Les passages les plus proches :',
    stale: 'Cette réponse date d’il y a {age}, car aucune recherche n’est possible pour l’instant.',
  },
  pt: {
    nothingFound: 'Nada foi encontrado na web para esta pergunta.',
    someFailed: 'Algumas pesquisas falharam.',
    fromMemory: 'O texto a seguir vem apenas do modelo de linguagem, sem fontes.',
    unchecked:
      'A pesquisa na web falhou, por isso esta resposta não foi verificada na web. Ela vem apenas ' +
      'do modelo de linguagem.',
    nothingInDocuments: 'Nada foi encontrado nos documentos para esta pergunta.',
    uncheckedDocuments:
      'Não foi possível pesquisar nos documentos, por isso esta resposta não foi verificada neles. ' +
      'Ela vem apenas do modelo de linguagem.',
    cut: 'A resposta foi interrompida porque o tempo acabou.',
    sourcesSay: 'Segundo as fontes:',
    notAnswered: 'As fontes não respondem a esta pergunta.',
    closest: 'Os trechos mais próximos:',
    stale: 'Esta resposta foi dada há {age}, porque agora não é possível pesquisar.',
  },
  it: {
    nothingFound: 'Sul web non è stato trovato nulla per questa domanda.',
    someFailed: 'Alcune ricerche non sono riuscite.',
    fromMemory: 'Quanto segue proviene solo dal modello linguistico, senza fonti.',
    unchecked:
      'La ricerca sul web non è riuscita, quindi questa risposta non è stata verificata sul web. ' +
      'Proviene solo dal modello linguistico.',
    nothingInDocuments: 'Nei documenti non è stato trovato nulla per questa domanda.',
    uncheckedDocuments:
      'Non è stato possibile cercare nei documenti, quindi questa risposta non è stata verificata. ' +
      'Proviene solo dal modello linguistico.',
    cut: 'La risposta è stata interrotta perché il tempo è scaduto.',
    sourcesSay: 'Secondo le fonti:',
    notAnswered: 'Le fonti non rispondono a questa domanda.',
    closest: 'I passaggi più pertinenti:',
    stale: 'Questa risposta risale a {age} fa, perché ora non è stato possibile cercare.',
  },
  nl: {
    nothingFound: 'Op het web is niets gevonden voor deze vraag.',
    someFailed: 'Sommige zoekopdrachten zijn mislukt.',
    fromMemory: 'Het volgende komt alleen van het taalmodel, zonder bronnen.',
    unchecked:
      'Het zoeken op het web is mislukt, dus dit antwoord is niet op het web gecontroleerd. Het komt ' +
      'alleen van het taalmodel.',
    nothingInDocuments: 'In de documenten is niets gevonden voor deze vraag.',
    uncheckedDocuments:
      'De documenten konden niet worden doorzocht, dus dit antwoord is daar niet mee vergeleken. Het ' +
      'komt alleen van het taalmodel.',
    cut: 'Het antwoord is afgebroken omdat de tijd om was.',
    sourcesSay: 'Volgens de bronnen:',
    notAnswered: 'De bronnen beantwoorden deze vraag niet.',
    closest: 'De passages die het dichtst in de buurt komen:',
    stale: 'Dit antwoord is {age} oud, omdat er nu niet gezocht kon worden.',
  },
  ru: {
    nothingFound: 'По этому вопросу в интернете ничего не найдено.',
    someFailed: 'Некоторые поисковые запросы не удались.',
    fromMemory: 'Ответ ниже дан только языковой моделью, без источников.',
    unchecked:
      'Поиск в интернете не удался, поэтому этот ответ не проверен. Он получен только от языковой ' +
      'модели.',
    nothingInDocuments: 'По этому вопросу в документах ничего не найдено.',
    uncheckedDocuments:
      'Поиск в документах не удался, поэтому этот ответ по ним не проверен. Он получен ' +
      'только от языковой модели.',
    cut: 'Ответ прерван, потому что время истекло.',
    sourcesSay: 'В источниках сказано:',
    notAnswered: 'В источниках нет ответа на этот вопрос.',
    closest: 'Самые близкие по смыслу отрывки:',
    stale: 'Этому ответу {age}, потому что сейчас поиск невозможен.',
  },
  ja: {
    nothingFound: 'この質問についてウェブでは何も見つかりませんでした。',
    someFailed: '一部の検索に失敗しました。',
    fromMemory: '以下は言語モデルのみによるもので、出典はありません。',
    unchecked:
      'ウェブ検索に失敗したため、この回答はウェブで確認されていません。言語モデルのみによるものです。',
    nothingInDocuments: 'この質問について文書の中では何も見つかりませんでした。',
    uncheckedDocuments:
      '文書を検索できなかったため、この回答は文書で確認されていません。言語モデルのみによるものです。',
    cut: '時間切れのため、回答は途中で終わっています。',
    sourcesSay: '出典には次のようにあります。',
    notAnswered: '出典にはこの質問の答えがありません。',
    closest: '最も近い箇所は次のとおりです。',
    stale: '今は検索できないため、これは{age}前の回答です。',
  },
  zh: {
    nothingFound: '网上没有找到与这个问题有关的内容。',
    someFailed: '部分搜索失败。',
    fromMemory: '以下内容仅来自语言模型，没有来源。',
    unchecked: '网页搜索失败，因此这个回答没有经过网页核对，仅来自语言模型。',
    nothingInDocuments: '文档中没有找到与这个问题有关的内容。',
    uncheckedDocuments: '文档搜索失败，因此这个回答没有经过文档核对，仅来自语言模型。',
    cut: '由于时间已到，回答被截断。',
    sourcesSay: '来源中写道：',
    notAnswered: '来源没有回答这个问题。',
    closest: '最接近的段落：',
    stale: '由于目前无法搜索，这是{age}前的回答。',
  },
  ar: {
    nothingFound: 'لم يُعثر على شيء في الويب لهذا السؤال.',
    someFailed: 'فشلت بعض عمليات البحث.',
    fromMemory: 'ما يلي من النموذج اللغوي وحده، من دون مصادر.',
    unchecked: 'فشل البحث في الويب، لذلك لم يُتحقق من هذه الإجابة في الويب. وهي من النموذج اللغوي وحده.',
    nothingInDocuments: 'لم يُعثر على شيء في المستندات لهذا السؤال.',
    uncheckedDocuments: 'تعذر البحث في المستندات، لذلك لم يُتحقق من هذه الإجابة. وهي من النموذج اللغوي وحده.',
    cut: 'قُطعت الإجابة لأن الوقت انتهى.',
    sourcesSay: 'تقول المصادر:',
    notAnswered: 'لا تجيب المصادر عن هذا السؤال.',
    closest: 'أقرب المقاطع:',
    stale: 'مضى على هذه الإجابة {age}، لأن البحث غير ممكن الآن.',
  },
};

/** The sentences for a BCP 47 tag; English for an unknown or unsupported language. */
export function answerWords(language: string): AnswerWords {
  return BY_LANGUAGE[knownCode(language)] ?? ENGLISH;
}

/** What the configured back-ends search: the web, or only the operator's own documents. */
export type Corpus = 'web' | 'documents';

/** The sentences for a BCP 47 tag, with `nothingFound` and `unchecked` worded for what was searched. */
export function corpusWords(language: string, corpus: Corpus): AnswerWords {
  const words = answerWords(language);
  if (corpus === 'web') return words;
  return { ...words, nothingFound: words.nothingInDocuments, unchecked: words.uncheckedDocuments };
}

/** The sentences in the language of the answer to this question. */
export function answerWordsFor(question: Question, sources: readonly Source[]): AnswerWords {
  return answerWords(answerLanguage(question, sources));
}

/** Whether a sentence of an answer in this language is one that the service itself added. */
export function isOwnSentence(sentence: string, language: string): boolean {
  const { stale, ...fixed } = answerWords(language);
  const [before = '', after = ''] = stale.split('{age}');
  return Object.values(fixed).some((text) => text.includes(sentence)) || isAround(sentence, before, after);
}

function isAround(sentence: string, before: string, after: string): boolean {
  return sentence.startsWith(before.trim()) && sentence.endsWith(after.trim());
}

/** The age of a kept answer in words, in the language of the answer. */
export function tellAge(ageMs: number, language: string): string {
  const minutes = Math.max(1, Math.round(ageMs / 60_000));
  const [count, unit] = minutes < 100 ? [minutes, 'minute'] : [Math.round(minutes / 60), 'hour'];
  const format = new Intl.NumberFormat(knownCode(language), { style: 'unit', unit, unitDisplay: 'long' });
  return answerWords(language).stale.replace('{age}', format.format(count));
}

function knownCode(language: string): string {
  const code = language.split('-')[0]?.toLowerCase() ?? '';
  return Object.hasOwn(BY_LANGUAGE, code) ? code : 'en';
}
