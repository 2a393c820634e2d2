import { type AnswerWords, answerWords } from './answer-words.ts';

/** What the configured back-ends search: the web, or only the operator's own documents. */
export type Corpus = 'web' | 'documents';

/** The sentences that name what was searched. */
type SearchWords = Pick<AnswerWords, 'nothingFound' | 'unchecked'>;

const ENGLISH: SearchWords = {
  nothingFound: 'Nothing was found in the documents for this question.',
  unchecked:
    'The documents could not be searched, so this answer was not checked against them. It comes from the language model alone.',
};

const DOCUMENTS: ReadonlyMap<string, SearchWords> = new Map([
  ['en', ENGLISH],
  [
    'es',
    {
      nothingFound: 'No se encontró nada en los documentos para esta pregunta.',
      unchecked:
        'No se pudo buscar en los documentos, así que esta respuesta no se comprobó con ellos. Procede solo del modelo de lenguaje.',
    },
  ],
  [
    'de',
    {
      nothingFound: 'Zu dieser Frage wurde in den Dokumenten nichts gefunden.',
      unchecked:
        'Die Dokumente konnten nicht durchsucht werden, darum wurde diese Antwort nicht an ihnen geprüft. Sie stammt allein vom Sprachmodell.',
    },
  ],
  [
    'fr',
    {
      nothingFound: 'Rien n’a été trouvé dans les documents pour cette question.',
      unchecked:
        'La recherche dans les documents a échoué, cette réponse n’a donc pas été vérifiée. Elle vient du seul modèle de langage.',
    },
  ],
  [
    'pt',
    {
      nothingFound: 'Nada foi encontrado nos documentos para esta pergunta.',
      unchecked:
        'Não foi possível pesquisar nos documentos, por isso esta resposta não foi verificada neles. Ela vem apenas do modelo de linguagem.',
    },
  ],
  [
    'it',
    {
      nothingFound: 'Nei documenti non è stato trovato nulla per questa domanda.',
      unchecked:
        'Non è stato possibile cercare nei documenti, quindi questa risposta non è stata verificata. Viene solo dal modello linguistico.',
    },
  ],
  [
    'nl',
    {
      nothingFound: 'In de documenten is niets gevonden voor deze vraag.',
      unchecked:
        'De documenten konden niet worden doorzocht, dus dit antwoord is daar niet aan getoetst. Het komt alleen van het taalmodel.',
    },
  ],
  [
    'ru',
    {
      nothingFound: 'По этому вопросу в документах ничего не найдено.',
      unchecked:
        'Поиск в документах не удался, поэтому этот ответ по ним не проверен. Его дала только языковая модель.',
    },
  ],
  [
    'ja',
    {
      nothingFound: 'この質問について文書の中では何も見つかりませんでした。',
      unchecked:
        '文書を検索できなかったため、この回答は文書で確認されていません。言語モデルのみによるものです。',
    },
  ],
  [
    'zh',
    {
      nothingFound: '文档中没有找到与这个问题有关的内容。',
      unchecked: '文档搜索失败，因此这个回答没有经过文档核对，仅来自语言模型。',
    },
  ],
  [
    'ar',
    {
      nothingFound: 'لم يُعثر على شيء في المستندات لهذا السؤال.',
      unchecked: 'تعذر البحث في المستندات، لذلك لم يُتحقق من هذه الإجابة. وهي من النموذج اللغوي وحده.',
    },
  ],
]);

/** The sentences for a BCP 47 tag, with the name of what was searched; English for an unknown language. */
export function corpusWords(language: string, corpus: Corpus): AnswerWords {
  const words = answerWords(language);
  if (corpus === 'web') return words;
  const code = language.split('-')[0]?.toLowerCase() ?? '';
  return { ...words, ...(DOCUMENTS.get(code) ?? ENGLISH) };
}
