import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerWords } from './answer-words.ts';
import { corpusWords } from './corpus-words.ts';
import { finishedSentences } from './finished-sentences.ts';

const LANGUAGES = ['en', 'es', 'de', 'fr', 'pt', 'it', 'nl', 'ru', 'ja', 'zh', 'ar'];

test('no text mentions the web if only documents are searched, in any language', () => {
  const nothingFound = new Set(LANGUAGES.map((code) => corpusWords(code, 'documents').nothingFound));
  assert.equal(nothingFound.size, LANGUAGES.length);
  for (const code of LANGUAGES) {
    const words = corpusWords(code, 'documents');
    for (const said of [words.nothingFound, words.unchecked]) {
      assert.doesNotMatch(said, /\bweb\b|интернет|ウェブ|网|الويب/iu, code);
      assert.equal(finishedSentences(said).trimEnd(), said, code);
    }
    assert.equal(words.cut, answerWords(code).cut, code);
  }
});

test('texts mention the web if the web is searched', () => {
  assert.equal(corpusWords('de', 'web'), answerWords('de'));
  assert.equal(corpusWords('xx', 'documents').nothingFound, corpusWords('en', 'documents').nothingFound);
});
