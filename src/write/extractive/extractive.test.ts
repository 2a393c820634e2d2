import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { Failure } from '../../core/failure.ts';
import type { Exchange } from '../../core/question.ts';
import { ANY_SCOPE } from '../../core/scope.ts';
import type { Source } from '../../core/source.ts';
import en from '../../lib/text/languages/en/answer.json' with { type: 'json' };
import type { WrittenPart } from '../writer.ts';
import { createExtractiveWriter } from './extractive.ts';

const OWN_WORDS = {
  ...en.sentences,
  ...{ notAnswered: 'Not there.', closest: 'Closest:', more: 'More:' },
  ...{ quotedIn: 'Quoted in {language}.', language: 'en' },
};
const writer = createExtractiveWriter(() => OWN_WORDS);
const live = new AbortController().signal;

function sourceOf(index: number, title: string, ...texts: string[]): Source {
  let from = 0;
  const passages = texts.map((text) => {
    const passage = { text, from, to: from + text.length };
    from += text.length + 1;
    return passage;
  });
  return { index, url: `https://example.org/${index}`, title, snippet: '', passages };
}

async function partsOf(
  text: string,
  sources: readonly Source[],
  { signal = live, history = [] }: { signal?: AbortSignal; history?: readonly Exchange[] } = {},
): Promise<WrittenPart[]> {
  const question = {
    id: 'test',
    text,
    maxSources: 5,
    scope: ANY_SCOPE,
    history,
    deadlineAtMs: performance.now() + 1_000,
  };
  return Array.fromAsync(
    writer.write({ question, sources, evidenceStatus: 'sources', patienceMs: 1000 }, signal),
  );
}

async function answerTo(text: string, ...sources: Source[]): Promise<string> {
  const parts = await partsOf(text, sources);
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

async function leadOf(text: string, ...sources: Source[]): Promise<string> {
  return (await answerTo(text, ...sources)).split('\n')[0] ?? '';
}

test('puts the sentence that answers first, quoted and numbered', async () => {
  const lead = await leadOf(
    'What is the atomic number of gold?',
    sourceOf(1, 'Silver', 'Silver is an element with symbol Ag and atomic number 47.'),
    sourceOf(
      2,
      'Gold',
      'People like gold. Gold is an element with symbol Au and atomic number 79. It is dense.',
    ),
  );
  assert.equal(lead, '“Gold is an element with symbol Au and atomic number 79.” [2]');
});

test('shows code of a source as code, between its quote and the next one', async () => {
  const told = 'To connect to the server, pass its address.\n\nconnect(`a.example`); // [1]\n\n';
  const source = sourceOf(1, 'client', `${told}To connect to the server again, wait.`);
  const answer = await answerTo('How do I connect to the server?', source);
  assert.match(
    answer,
    /^“To connect .*” \[1\]\n\n```\nconnect\(`a\.example`\); \/\/ \[1\]\n```(\n\nMore:|$)/,
  );
});

test('counts words of the title as known', async () => {
  const lead = await leadOf(
    'What is the three-letter ISO code of Chad?',
    sourceOf(1, 'Mali', 'The capital of Mali is Bamako. Its ISO codes are ML and MLI.'),
    sourceOf(2, 'Chad', "The capital of Chad is N'Djamena. Its ISO codes are TD and TCD."),
  );
  assert.equal(lead, '“Its ISO codes are TD and TCD.” [2]');
});

test('prefers the page whose title is asked for to one whose title says more', async () => {
  const lead = await leadOf(
    'What is the capital of Guinea?',
    sourceOf(1, 'Guinea-Bissau', 'The capital of Guinea-Bissau is Bissau.'),
    sourceOf(2, 'Guinea', 'The capital of Guinea is Conakry.'),
  );
  assert.equal(lead, '“The capital of Guinea is Conakry.” [2]');
});

test('answers with the sentence below a question, not with the question', async () => {
  const lead = await leadOf(
    'How high is the Eiffel tower?',
    sourceOf(
      1,
      'Frequent questions',
      'How high is the Eiffel tower? It reaches 330 metres with its tower mast.',
    ),
  );
  assert.equal(lead, '“It reaches 330 metres with its tower mast.” [1]');
});

test('lists another sentence that may add something, but no repeat', async () => {
  const answer = await answerTo(
    'Who built the Eiffel tower in Paris?',
    sourceOf(1, 'a', 'The Eiffel tower was built by the company of Gustave Eiffel in 1889.'),
    sourceOf(2, 'b', 'The Eiffel tower was built in 1889 by the company of Gustave Eiffel.'),
    sourceOf(3, 'c', 'The Eiffel tower was built from drawings by Stephen Sauvestre.'),
  );
  assert.equal(
    answer,
    [
      '“The Eiffel tower was built by the company of Gustave Eiffel in 1889.” [1]',
      '',
      'More:',
      '',
      '- “The Eiffel tower was built from drawings by Stephen Sauvestre.” [3]',
    ].join('\n'),
  );
});

test('answers Chinese and Japanese questions', async () => {
  assert.equal(
    await leadOf('中国的首都是哪里？', sourceOf(1, '中国', '中国人口很多。北京是中国的首都。')),
    '“北京是中国的首都。” [1]',
  );
  assert.equal(
    await leadOf('日本の首都はどこですか', sourceOf(1, '日本', '日本は島国です。日本の首都は東京です。')),
    '“日本の首都は東京です。” [1]',
  );
});

test(
  'says that the sources do not answer, and quotes the first sentence, if no word of the question ' +
    'occurs',
  async () => {
    const answer = await answerTo(
      'zebra?',
      sourceOf(1, 'a'),
      sourceOf(2, 'b', 'First. Second.'),
      sourceOf(3, 'c', 'X.'),
    );
    assert.equal(answer, 'Not there. Closest:\n\n- “First.” [2]');
  },
);

test('says that the sources do not answer if their sentences contain little of the question', async () => {
  const page = sourceOf(
    1,
    'Chad',
    'Chad is a country in Africa. The capital of Chad is N’Djamena. Its president is elected.',
  );
  const answer = await answerTo('Who won the Olympic gold medal in archery for Chad?', page);
  assert.equal(answer, 'Not there. Closest:\n\n- “Chad is a country in Africa.” [1]');
});

test('does not treat a word in a source in another language as an answer', async () => {
  const text =
    'You can read more with man bash. It is the manual of the shell and it is on the system for all of us.';
  const answer = await answerTo(
    'Wie kann man das Brot backen, und was ist der Teig?',
    sourceOf(1, 'Shell', text),
  );
  assert.match(answer, /^Not there\./);
});

test('never quotes code, even if there is nothing else', async () => {
  const page = sourceOf(1, 'Sky', "const sky = 'the blue sky is blue';\n\nshow('Why is the sky blue?');");
  assert.equal(await answerTo('Why is the sky blue today?', page), 'Not there.');
});

test('answers a follow-up with new sentences, and a repeated question as before', async () => {
  const page = sourceOf(
    1,
    'Towers',
    'The Eiffel tower was built by the company of Gustave Eiffel. The Eiffel tower was built in ' +
      'Paris for a fair.',
  );
  const question = 'Who built the Eiffel tower?';
  const first = await answerTo(question, page);
  assert.match(first, /^“The Eiffel tower was built by the company/);
  const history = [{ question, answer: first.split('\n')[0] ?? '' }];
  const textOf = async (asked: string) =>
    (await partsOf(asked, [page], { history }))
      .map((part) => (part.type === 'text' ? part.text : ''))
      .join('');
  assert.equal(
    await textOf('Who else built the Eiffel tower?'),
    '“The Eiffel tower was built in Paris for a fair.” [1]',
  );
  assert.equal(await textOf(question), first);
});

test('quotes a snippet that was cut, ellipsis included', async () => {
  assert.equal(
    await answerTo('gold', sourceOf(1, 'a', '... the price of gold rose by …')),
    '“... the price of gold rose by …” [1]',
  );
});

test('quotes addresses and file names as they are', async () => {
  assert.equal(
    await answerTo('gold', sourceOf(1, 'a', 'The gold_price of setup.py is on https://x.example/a_b?c=d#e.')),
    '“The gold_price of setup.py is on https://x.example/a_b?c=d#e.” [1]',
  );
});

test("answers with the page's own description if its title is asked for", async () => {
  const page = sourceOf(
    1,
    'Gyro: a fast thing',
    'Gyro.\n\nServers cost money and time. Enter Gyro. Gyro is a framework for small servers. It ' +
      'was made in Rome.\n\nOther text stands here.',
  );
  const plugin = sourceOf(
    2,
    'gyro-plugin',
    'Note: Gyro plugins of Gyro 4 are plugins for Gyro. Use gyro with gyro.',
  );
  for (const question of [
    'What is Gyro?',
    'gyro',
    'Was ist Gyro?',
    "Qu'est-ce que Gyro ?",
    '¿Qué es Gyro?',
    'Gyroとは',
  ])
    assert.equal(
      await leadOf(question, plugin, page),
      '“Gyro is a framework for small servers.” [1]',
      question,
    );
});

test('prefers a sentence on what the question names to one that shares another word with it', async () => {
  const answer = await answerTo(
    'Who made Gyro?',
    sourceOf(1, 'walks', 'No calls would be made if it is known that there are none.'),
    sourceOf(2, 'Gyro', 'There is a small framework, Gyro, for servers.'),
  );
  assert.match(answer, /^Not there\. Closest:\n\n- “There is a small framework, Gyro, for servers\.” \[2\]/);
});

test('quotes no illegible sentence after the first quote', async () => {
  const answer = await answerTo(
    'How do I mount the Gyro wheel?',
    sourceOf(
      1,
      'a',
      'The wheel of the Gyro is mounted with a key.',
      "const wheel = gyro.mount({ wheel: 'x' });",
      'npm install gyro-wheel',
      'Note: Gyro wheels of before 1990 have no key.',
      'See the Gyro wheel page for more on the mount.',
      'Mount the Gyro wheel (with a key',
      'Gyro Wheel Mount.',
      'Gyro wheel?',
    ),
  );
  assert.equal(answer, '“The wheel of the Gyro is mounted with a key.” [1]');
});

test('answers with a command where all its words are asked for', async () => {
  const page = sourceOf(
    1,
    'Gyro',
    'The Gyro is a small framework for servers.\n\nnpm install gyro\n\nThe list is long.',
  );
  assert.equal(await leadOf('How do I install Gyro?', page), '“npm install gyro” [1]');
});

test('never lets text of a source act as Markdown or as a citation', async () => {
  const answer = await answerTo(
    'gold',
    sourceOf(1, 'a', '## **Gold**[9] <b>is</b> [12] [dear](https://x.example)【3】.'),
  );
  assert.deepEqual(answer.match(/(?<!\\)\[\d+\]/g), ['[1]']);
  assert.match(answer, /^“\\\*\\\*Gold\\\*\\\* \\<b>is\\<\/b> \[dear\\\]\(https:\/\/x\.example\)/);
});

test('fails when no source has any text', async () => {
  await assert.rejects(
    partsOf('gold', [sourceOf(1, 'Gold'), sourceOf(2, 'b', ' … ')]),
    (error) => error instanceof Failure && error.code === 'model-unavailable',
  );
});

test('ends with its usage of no tokens', async () => {
  assert.deepEqual((await partsOf('gold', [sourceOf(1, 'a', 'Gold.')])).at(-1), { type: 'usage', tokens: 0 });
});

test('stops with the reason of an aborted signal', async () => {
  const reason = new Failure('cancelled', 'left');
  await assert.rejects(
    partsOf('gold', [sourceOf(1, 'a', 'Gold.')], { signal: AbortSignal.abort(reason) }),
    reason,
  );
});

test('is short, cites only its sources and always gives the same text, for any sources', async () => {
  const piece = fc.constantFrom(
    'gold ',
    'The ',
    'price ',
    '. ',
    '\n',
    '[1]',
    '[77]',
    '首都',
    '。',
    '"',
    '- ',
    '…',
    '👍',
    '? ',
    'x'.repeat(90),
  );
  const text = fc.array(piece, { maxLength: 80 }).map((pieces) => pieces.join(''));
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 6 }), async (texts) => {
      const sources = [sourceOf(1, 'Gold', 'Gold.'), ...texts.map((own, at) => sourceOf(at + 2, 'b', own))];
      const answer = await answerTo('the price of gold 首都', ...sources);
      assert.equal(answer, await answerTo('the price of gold 首都', ...sources));
      assert.ok(answer.split(/\s+/u).length <= 100);
      const quotes = answer.replace(/^Not there\. Closest:\n|\nMore:\n/, '').split('\n');
      for (const line of quotes.filter((own) => own !== '')) {
        const [, quote = '', number = ''] = /^(?:- )?“(.+)” \[(\d+)\]$/u.exec(line) ?? [];
        assert.ok(quote !== '' && Number(number) >= 1 && Number(number) <= sources.length, line);
        assert.doesNotMatch(quote, /\[\s*\d/);
      }
    }),
  );
});

test('answers why only with a sentence that gives a reason', async () => {
  const flag = sourceOf(
    1,
    'Uzbekistan',
    'The flag of Uzbekistan is sky blue. The sky on it is blue like the sea.',
  );
  assert.match(await leadOf('Why is the sky blue?', flag), /^Not there\./);
  const light = sourceOf(2, 'Sky', 'The sky is blue because air scatters blue light more than red light.');
  assert.match(await leadOf('Why is the sky blue?', flag, light), /^“The sky is blue because/);
});

test('a question in the form of a command asks for what follows the command', async () => {
  const nepal = sourceOf(
    1,
    'Nepal',
    'The local name of Nepal is Nepal. The full name of Nepal is long. The capital of Nepal is Kathmandu.',
  );
  assert.equal(await leadOf('Name the capital of Nepal', nepal), '“The capital of Nepal is Kathmandu.” [1]');
});

test('says that the sources do not answer a greeting or thanks', async () => {
  const source = sourceOf(1, 'dayjs', 'Hello and thank you to all our backers! Thanks to Ada for the idea.');
  for (const text of [
    'Hello',
    'thanks',
    'Thank you!',
    'Guten Tag.',
    'Merci beaucoup !',
    'ありがとう',
    '¡Hola!',
  ])
    assert.equal(await answerTo(text, source), 'Not there.', text);
});

test('a question of function words only is answered by no sentence that contains them', async () => {
  const page = sourceOf(1, 'Tools', 'This package lets you do what you can do in other tools.');
  for (const question of ['What can you do?', 'Who are you?', 'Wer sind sie?'])
    assert.equal(await answerTo(question, page), 'Not there.');
});

test('notices on cookies, links of the site and facts about a forum post are not quoted', async () => {
  const bread = sourceOf(
    1,
    'Sourdough bread',
    'We use cookies to bake the best sourdough bread for you. Log in to bake sourdough bread.',
    'Bake the sourdough bread at 230 °C for 20 minutes.',
  );
  assert.equal(
    await answerTo('How do I bake sourdough bread?', bread),
    '“Bake the sourdough bread at 230 °C for 20 minutes.” [1]',
  );
  const forum = sourceOf(
    1,
    'How to reverse a list in Python? - Forum',
    'How do I reverse a list in Python? QuestionTraits 14 years ago. Viewed 3 times.',
    'You can reverse a list in Python with the method reverse, which changes the list itself.',
  );
  assert.equal(
    await answerTo('how to reverse a list in python', forum),
    '“You can reverse a list in Python with the method reverse, which changes the list itself.” [1]',
  );
});

test('"Tell me more about" a subject asks for that subject', async () => {
  const page = sourceOf(1, 'Gyro', 'Gyro is a framework for servers.', 'The Gyro team is small.');
  assert.equal(await leadOf('Tell me more about Gyro', page), '“Gyro is a framework for servers.” [1]');
});

test("in Chinese and Japanese, no space follows the full stop of the writer's own sentence", async () => {
  const own = createExtractiveWriter(() => ({
    ...OWN_WORDS,
    ...{ notAnswered: '来源没有回答。', closest: '最接近：' },
  }));
  const question = {
    id: '',
    text: '月亮多远？',
    maxSources: 5,
    scope: ANY_SCOPE,
    history: [],
    deadlineAtMs: performance.now() + 1000,
  };
  const task = {
    question,
    sources: [sourceOf(1, 'a', '今天下雨。')],
    evidenceStatus: 'sources' as const,
    patienceMs: 1000,
  };
  const parts = await Array.fromAsync(own.write(task, live));
  assert.match(
    parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    /^来源没有回答。最接近：\n/,
  );
});

test('sources in another language answer as well, and the answer names that language', async () => {
  const page = sourceOf(
    1,
    'Hungary',
    'The currency of Hungary is the forint, the money that people use there.',
  );
  assert.equal(
    await answerTo('Welche Währung hat Ungarn?', page),
    '“The currency of Hungary is the forint, the money that people use there.” [1]\n\nQuoted in English.',
  );
  assert.match(await answerTo('Welche Sprache hat Island?', page), /^Not there/);
});

test('states how two clear quantities compare, before the quote for each', async () => {
  const areaOf = (name: string, area: string) => `The area of ${name} is ${area} in total.`;
  const japan = sourceOf(1, 'Japan', areaOf('Japan', '377,915 square kilometers'), 'Japan is an island.');
  const nigeria = sourceOf(2, 'Nigeria: geography', areaOf('Nigeria', '923,768 square kilometers'));
  assert.equal(
    await answerTo('which is bigger, Japan or Nigeria?', japan, nigeria),
    'The area of Japan (377,915 square kilometers) is smaller than that of Nigeria ' +
      '(923,768 square kilometers). [1][2]\n\n' +
      '- “The area of Japan is 377,915 square kilometers in total.” [1]\n' +
      '- “The area of Nigeria is 923,768 square kilometers in total.” [2]',
  );
  const inAcres = sourceOf(2, 'Nigeria', areaOf('Nigeria', '228 million acres'));
  const unlike = await answerTo('Is Japan larger than Nigeria?', japan, inAcres);
  assert.match(unlike, /^“The area of Japan .+\n\n- “The area of Nigeria .+” \[2\]$/);
  assert.match(await answerTo('area of Japan and Nigeria', japan, nigeria), /^“The area of Japan/);
});

test('shows the code of a section below its heading, also if an explanation stands before it', async () => {
  const section = 'Parsing a file.\n\nThe result is a tree.\n\nconst tree = parse(file);\n\nprint(tree);\n\n';
  const source = sourceOf(1, 'treeish', `${section}Other files.\n\nThey are left alone.`);
  const answer = await answerTo('How do I parse a file with treeish?', source);
  assert.match(
    answer,
    /^“Parsing a file\.” \[1\]\n\n```\nconst tree = parse\(file\);\n\nprint\(tree\);\n```(\n|$)/,
  );
  const elsewhere = sourceOf(1, 'treeish', 'Parsing a file.\n\nSee below.\n\nWriting.\n\nwrite(file);');
  assert.doesNotMatch(await answerTo('How do I parse a file with treeish?', elsewhere), /```/);
});

test('shows how a package is used if no sentence says how it is done', async () => {
  const about =
    'pinot is described as: A logger.\n\nUsage.\n\nFirst, make one:\n\nconst log = pinot();\n\nThat is it.';
  const answer = await answerTo('how to log with pinot', sourceOf(1, 'pinot: A logger', about));
  assert.match(answer, /```\nconst log = pinot\(\);\n```/);
  const cut = 'pinot is described as: A logger.\n\nUsage.\n\nconst log = pinot({\n\nThat is it.';
  assert.doesNotMatch(await answerTo('how to log with pinot', sourceOf(1, 'pinot: A logger', cut)), /```/);
});
