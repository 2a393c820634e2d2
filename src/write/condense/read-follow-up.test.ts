import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange } from '../../core/question.ts';
import { readFollowUp } from './read-follow-up.ts';

type Case = readonly [question: string, answer: string, message: string, query: string];

function meaningOf(message: string, ...history: Exchange[]) {
  const { text, isCertain } = readFollowUp(message, history);
  return { text, isCertain };
}

const certain: Readonly<Record<string, readonly Case[]>> = {
  'a place, a thing or a year that replaces the only one in the question before': [
    ['What is the weather like in Oslo?', 'Mild.', 'and in Rome?', 'What is the weather like in Rome'],
    ['What is the weather like in Oslo?', 'Mild.', 'Berlin?', 'What is the weather like in Berlin'],
    ['Wie hoch ist die Steuer in Ungarn?', '27 %.', 'Und in Polen?', 'Wie hoch ist die Steuer in Polen'],
    ['¿Cuál es la capital de Francia?', 'París.', '¿y de Alemania?', '¿Cuál es la capital de Alemania'],
    [
      'Combien coûte un visa pour le Laos ?',
      '25 $.',
      'Et pour le Vietnam ?',
      'Combien coûte un visa pour le Vietnam',
    ],
    ['population of France in 2020', '67 million.', 'and in 2023?', 'population of France in 2023'],
  ],
  'a personal pronoun where only one person is named': [
    [
      'Who wrote Hamlet?',
      'William Shakespeare [1].',
      'Where was he born?',
      'Where was William Shakespeare born',
    ],
    ['Who was Albert Einstein?', 'A physicist [1].', 'how old was he?', 'how old was Albert Einstein'],
    [
      'Wer hat Faust geschrieben?',
      'Johann Wolfgang von Goethe.',
      'wie alt wurde er?',
      'wie alt wurde Johann Wolfgang von Goethe',
    ],
    [
      'Quem escreveu Dom Casmurro?',
      'Foi Machado de Assis.',
      'Onde ele nasceu?',
      'Onde Machado de Assis nasceu',
    ],
  ],
  'a question about something new, although it has a pronoun of its own': [
    [
      'How high is the Eiffel Tower?',
      '330 m.',
      'Why do cats purr when they are happy?',
      'Why do cats purr when they are happy?',
    ],
    [
      'Who was Albert Einstein?',
      'A physicist.',
      'Which countries share a border with Laos?',
      'Which countries share a border with Laos?',
    ],
    [
      'Quelle est la capitale du Mali ?',
      'Bamako.',
      'Comment enlever une tache de vin rouge ?',
      'Comment enlever une tache de vin rouge ?',
    ],
  ],
  'what narrows or corrects a question that is known': [
    ['best hikes on Madeira', 'Many.', 'only short ones', 'only short ones Madeira best hikes'],
    ['best hikes on Madeira', 'Many.', 'please without stairs', 'without stairs Madeira best hikes'],
    ['When did Genesis come out?', 'In 1988.', 'sorry, I meant the band', 'the band Genesis come out'],
  ],
  'a comparison of the two things that a question names': [
    [
      'Is Berlin bigger than Paris?',
      'Yes.',
      'which of the two is older?',
      'which of the two is older Berlin Paris bigger',
    ],
  ],
  'a word that refers to one thing of the only exchange': [
    [
      'When did the Opera House of Sydney open?',
      'On 20 October 1973.',
      'who was king then?',
      'who was king then 1973 Opera House of Sydney open',
    ],
    [
      'Wo liegt Görlitz?',
      'In Sachsen.',
      'Wo kann man dort parken?',
      'Wo kann man dort parken Sachsen Görlitz',
    ],
  ],
  'a name that the answer has in full': [
    [
      'Who bought Android?',
      'Google, from Rich Miner and others.',
      'what is Miner doing now?',
      'what is Miner doing now Rich Miner Android',
    ],
  ],
  'a pronoun for the only thing that a question is about, or that its answer names': [
    [
      "what's the largest lake in South America",
      'Lake Titicaca, in the Andes.',
      'how deep is it?',
      'how deep is it Lake Titicaca',
    ],
  ],
  'another property of the same thing, and the reason of a yes': [
    ['Quando si seminano le carote?', 'Da marzo.', 'e a che profondità?', 'a che profondità seminano carote'],
    ['Is Venus hot?', 'Yes.', 'why?', 'why Is Venus hot?'],
  ],
  'a message that says that it is about something new': [
    [
      'Who was Einstein?',
      'A physicist.',
      'Different topic: how to descale a kettle',
      'how to descale a kettle',
    ],
    ['Wer war Einstein?', 'Physiker.', 'Andere Frage: Kalk im Kocher?', 'Kalk im Kocher'],
  ],
  'a wish for more': [['What colour is the sky?', 'Blue.', 'tell me more', 'What colour is the sky?']],
};

for (const [what, cases] of Object.entries(certain))
  test(`the rules are certain of ${what}`, () => {
    for (const [question, answer, message, text] of cases)
      assert.deepEqual(meaningOf(message, { question, answer }), { text, isCertain: true }, message);
  });

test('where more than one meaning is likely, a guess begins with the message and adds the subject', () => {
  const guesses: readonly Case[] = [
    [
      'Who found the structure of DNA?',
      'James Watson and Francis Crick.',
      'when did he die?',
      'when did he die James Watson',
    ],
    ['Why is the sky blue?', 'Light is scattered.', 'how so?', 'how so Light is scattered'],
    ['how much protein is in lentils?', '9 g.', 'and chickpeas?', 'how much protein is in chickpeas'],
  ];
  for (const [question, answer, message, text] of guesses)
    assert.deepEqual(meaningOf(message, { question, answer }), { text, isCertain: false }, message);
});

test('a comparison after a question with a replaced part names both parts', () => {
  const history = [
    { question: 'What is the weather in Oslo?', answer: 'Cold.' },
    { question: 'and Rome?', answer: 'Warm.' },
  ];
  const { text, isCertain } = meaningOf('which of the two is further south?', ...history);
  assert.deepEqual(
    { text, isCertain },
    { text: 'which of the two is further south Rome Oslo', isCertain: true },
  );
});

test('the rules are not certain of long questions with "that", nor of unknown languages', () => {
  const history = [{ question: 'Who was Einstein?', answer: 'A physicist.' }];
  const long = 'What is the term for a task that generally lends itself to being solved by a computer?';
  assert.equal(meaningOf(long, ...history).isCertain, false);
  const romanian = { question: 'Când a murit Luther?', answer: 'În 1546.' };
  assert.equal(meaningOf('Ce este NASUWT și ce face?', romanian).isCertain, false);
});

test('languages in which the rules were not measured are never certain, but have a guess', () => {
  const guesses: readonly Case[] = [
    ['札幌の2月の気温は？', '-3度 [1]。', '那覇は？', '那覇の2月の気温は'],
    ['从北京坐高铁到西安要多久？', '四个半小时 [1]。', '那到成都呢？', '从北京坐高铁到成都要多久'],
    ['ما هي عملة المغرب؟', 'الدرهم [1].', 'وماذا عن الأردن؟', 'ما هي عملة الأردن'],
    [
      '味噌汁の作り方を教えて',
      'だしを取ります。',
      'フランスの首都はどこですか？',
      'フランスの首都はどこですか？',
    ],
  ];
  for (const [question, answer, message, text] of guesses)
    assert.deepEqual(meaningOf(message, { question, answer }), { text, isCertain: false }, message);
});

test('a follow-up to a follow-up is completed from the meaning of the first', () => {
  const history = [
    { question: 'What is the weather in Oslo?', answer: 'Cold.' },
    { question: 'and Rome?', answer: 'Warm.' },
  ];
  assert.equal(meaningOf('and Madrid?', ...history).text, 'What is the weather in Madrid');
  assert.match(meaningOf('which of the two is warmer?', ...history).text, /Rome.*Oslo/);
});

test('a long message that brings its own text is not joined with the conversation', () => {
  const pasted = `Is this letter a scam? ${'Your parcel could not be delivered today. '.repeat(20)}`;
  const { text, isCertain } = meaningOf(pasted, { question: 'Is the axolotl rare?', answer: 'Yes.' });
  assert.match(text, /^Is this letter a scam\?/);
  assert.doesNotMatch(text, /axolotl/);
  assert.equal(isCertain, false);
});

test('a polite message of several sentences is read as the question in it', () => {
  const messages: readonly Case[] = [
    [
      'Good morning. Could you please tell me who composed The Planets?',
      'The Planets was composed by Gustav Holst.',
      'Thank you, that is very kind. I should also like to know where he is buried.',
      'where Gustav Holst is buried',
    ],
    [
      'How many calories are there in a spoon of jam?',
      'About 50.',
      'I see, that is more than I thought. And what about butter, please?',
      'How many calories are there in a spoon of butter',
    ],
    [
      'How high is the Brocken?',
      '1,141 m.',
      'Forgive me, I mixed up the names. It was the Feldberg I meant.',
      'How high is the Feldberg I meant',
    ],
  ];
  for (const [question, answer, message, text] of messages)
    assert.equal(meaningOf(message, { question, answer }).text, text, message);
});

test('"the second one" is the second item of a list in the answer, or of a choice in the question', () => {
  const guesses: readonly Case[] = [
    [
      'nice walks near Bled',
      'Three are Mala Osojnica, the Vintgar Gorge and Straza.',
      'is the second one steep?',
      'is the second one steep Vintgar Gorge',
    ],
    [
      'романы Толстого',
      'Самые известные: «Война и мир» и «Анна Каренина».',
      'второй когда опубликован?',
      'второй когда опубликован Анна Каренина',
    ],
    [
      'tofu or tempeh',
      'Both are good.',
      'does the second one keep well?',
      'does the second one keep well tempeh',
    ],
    [
      'Rigi or Pilatus, which is higher?',
      'Pilatus is higher than the Rigi.',
      'how do I get up the higher one?',
      'how do I get up the higher one Pilatus',
    ],
  ];
  for (const [question, answer, message, text] of guesses)
    assert.deepEqual(meaningOf(message, { question, answer }), { text, isCertain: false }, message);
});

test('"there" is the place in the answer, and "then" its year, without other words of the question', () => {
  const guesses: readonly Case[] = [
    [
      'when is the sardine party in lisbon',
      'On 12 June, with most guests in Alfama.',
      'cheap places to sleep there that week',
      'cheap places to sleep there that week Alfama lisbon',
    ],
    [
      'When did the Berlin Wall fall?',
      'On 9 November 1989.',
      'who was chancellor of Austria then?',
      'who was chancellor of Austria then 1989',
    ],
  ];
  for (const [question, answer, message, text] of guesses)
    assert.equal(meaningOf(message, { question, answer }).text, text, message);
});

test('a place in the message replaces that of the question, which is not searched for', () => {
  const { text } = meaningOf('is it the same in Portugal?', {
    question: 'How many weeks of leave do mothers get in Spain?',
    answer: '16 weeks.',
  });
  assert.match(text, /Portugal.*weeks.*leave/);
  assert.doesNotMatch(text, /Spain/);
});

test('a message that is only an opening phrase is never an empty query', () => {
  const question = { question: 'Is ibuprofen safe for adults?', answer: 'Yes.' };
  for (const message of ['Different topic.', 'Something else?', 'By the way', 'Tell me about'])
    assert.notEqual(meaningOf(message, question).text.trim(), '', message);
  const japanese = { question: '札幌の2月の気温は', answer: '寒いです。' };
  assert.match(meaningOf('それなら？', japanese).text, /札幌/);
});

test('what a message tells besides its question is searched for, and a model is asked', () => {
  const question = { question: 'Is ibuprofen safe for adults?', answer: 'Yes.' };
  const { text, isCertain } = meaningOf('I have asthma. Is it dangerous?', question);
  assert.match(text, /asthma/);
  assert.equal(isCertain, false);
});
