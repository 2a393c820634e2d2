import type { DocumentTable } from './document-table.ts';

/** The page without JavaScript, in Portuguese. */
export const table: DocumentTable = {
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
    'Este serviço precisa de uma chave, e um formulário não pode enviá-la. Use a página com JavaScript, que pede a chave, ou envie-a como “Authorization: Bearer CHAVE” em uma requisição a /api/v1/query.',
  failed: 'Não há resposta:',
};
