import type { DocumentTable } from './document-table.ts';

/** The page without JavaScript, in Japanese. */
export const table: DocumentTable = {
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
    'このサービスにはキーが必要ですが、フォームからは送れません。JavaScript を有効にしたページでキーを入力するか、/api/v1/query へのリクエストに「Authorization: Bearer キー」を付けて送ってください。',
  failed: '回答がありません：',
};
