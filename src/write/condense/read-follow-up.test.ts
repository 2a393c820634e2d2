import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFollowUp } from './read-follow-up.ts';

type Case = readonly [
  question: string,
  answer: string,
  followUp: string,
  meaning: string,
  isCertain: boolean,
];

const cases: readonly Case[] = [
  [
    'Who wrote Hamlet?',
    'William Shakespeare wrote it [1].',
    'why?',
    'why William Shakespeare wrote it',
    true,
  ],
  ['Who wrote Hamlet?', 'William Shakespeare wrote it [1].', 'more', 'Who wrote Hamlet?', true],
  [
    'Who wrote Hamlet?',
    'William Shakespeare wrote it [1].',
    'more details please',
    'Who wrote Hamlet?',
    true,
  ],
  [
    'Why is the sky blue?',
    'Because of scattering. It is physics.',
    'how so?',
    'how so Because of scattering',
    true,
  ],
  [
    'Why is the sky blue?',
    'Because of scattering.',
    'why is that so interesting today?',
    'why is that so interesting today?',
    false,
  ],
  ['How high is the Eiffel Tower?', '330 metres.', 'and its weight?', 'Eiffel Tower weight?', true],
  ['How high is the Eiffel Tower?', '330 metres.', 'the weight?', 'the weight Eiffel Tower', true],
  ['How high is the Eiffel Tower?', '330 metres.', 'how old?', 'how old Eiffel Tower', true],
  [
    'How high is the Eiffel Tower?',
    '330 metres.',
    'what about the Empire State Building?',
    'How high is the Empire State Building',
    true,
  ],
  ['How high is the Eiffel Tower?', '330 metres.', 'and Big Ben?', 'How high is the Big Ben', true],
  ['How high is the Eiffel Tower?', '330 metres.', 'Big Ben?', 'How high is the Big Ben', true],
  ['What is the capital of France?', 'Paris.', 'and of Spain?', 'What is the capital of Spain', true],
  ['What is the capital of France?', 'Paris.', 'what about Spain?', 'What is the capital of Spain', true],
  ['What is the capital of France?', 'Paris.', 'Spain?', 'What is the capital of Spain', true],
  ['What is the capital of France?', 'Paris.', 'is that true?', 'is that true?', false],
  [
    'What is the capital of France?',
    'Paris.',
    'and in winter?',
    'What is the capital of France in winter',
    true,
  ],
  ['What is the capital of France?', 'Paris.', 'And the population?', 'the population France', true],
  ['Who won the election in 2020?', 'X.', 'and in 2016?', 'Who won the election in 2016', true],
  ['Who won the election in 2020?', 'X.', 'what about 1492?', 'Who won the election in 2020 1492', true],
  ['Who won the election in May?', 'X.', 'and in 2016?', 'Who won the election in May in 2016', true],
  ['Is Berlin bigger than Paris?', 'Yes.', 'how old is it?', 'how old is Berlin Paris?', false],
  [
    'Is Berlin bigger than Paris?',
    'Yes.',
    'what about Rome and London and Madrid?',
    'Is Berlin bigger than Paris Rome and London and Madrid',
    false,
  ],
  [
    'Who was Albert Einstein?',
    'Albert Einstein was a physicist [1].',
    'when did he die?',
    'when did Albert Einstein die?',
    true,
  ],
  [
    'Who was Albert Einstein?',
    'Albert Einstein was a physicist [1].',
    'where did She live?',
    'where did She live?',
    false,
  ],
  [
    'Who discovered radium?',
    'Marie Curie and Pierre Curie discovered it.',
    'when was she born?',
    'when was Marie Curie born?',
    true,
  ],
  [
    'Who discovered radium?',
    'It was found by Marie Curie.',
    'when was she born?',
    'when was Marie Curie born?',
    true,
  ],
  [
    'Who discovered radium?',
    '"Marie Curie" did, in 1898.',
    'how old was she?',
    'how old was Marie Curie?',
    true,
  ],
  ['Who discovered it?', 'nobody knows', 'how old was he?', 'how old was he Who discovered it?', false],
  [
    'What is photosynthesis?',
    'A process.',
    'is it true that Plants need it?',
    'is it true that Plants need it?',
    false,
  ],
  [
    'What is photosynthesis?',
    'A process.',
    'how does it relate to cellular respiration mitochondria energy production?',
    'how does it relate to cellular respiration mitochondria energy production photosynthesis',
    false,
  ],
  [
    'What is photosynthesis?',
    'A process.',
    'How do plants breathe at night without light or wind?',
    'How do plants breathe at night without light or wind?',
    true,
  ],
  [
    'what is the best way to cook rice quickly?',
    'Boil it.',
    'does it need salt?',
    'does best way cook rice quickly need salt?',
    false,
  ],
  ['cook rice', 'Boil it.', 'how long does it take?', 'how long does cook rice take?', true],
  [
    'How tall is Mount Everest?',
    '8849 m.',
    'who climbed it first?',
    'who climbed Mount Everest first?',
    true,
  ],
  ['How tall is Mount Everest?', '8849 m.', 'Who climbed K2 first?', 'Who climbed K2 first?', true],
  [
    'How tall is Mount Everest?',
    '8849 m.',
    'How many people live in Nepal?',
    'How many people live in Nepal?',
    true,
  ],
  ['How tall is Mount Everest?', '8849 m.', 'the dog that barks', 'the dog that barks Mount Everest', true],
  ['How tall is Mount Everest?', '8849 m.', 'explain that', 'How tall is Mount Everest?', true],
  [
    'How tall is Mount Everest?',
    '8849 m.',
    'how about its first ascent by Hillary?',
    'its first ascent by Hillary?',
    false,
  ],
  [
    'Wer hat Faust geschrieben?',
    'Johann Wolfgang von Goethe.',
    'warum?',
    'warum Johann Wolfgang von Goethe',
    true,
  ],
  [
    'Wer hat Faust geschrieben?',
    'Johann Wolfgang von Goethe.',
    'wann starb er?',
    'wann starb Johann Wolfgang von Goethe?',
    true,
  ],
  [
    'Wer hat Faust geschrieben?',
    'Goethe schrieb Faust.',
    'wann starb er?',
    'wann starb er Wer hat Faust geschrieben?',
    false,
  ],
  ['Wie hoch ist der Eiffelturm?', '330 Meter.', 'und der Big Ben?', 'Wie hoch ist der Big Ben', true],
  ['Wie hoch ist der Eiffelturm?', '330 Meter.', 'und Berlin?', 'Wie hoch ist der Berlin', false],
  ['Wie hoch ist der Eiffelturm?', '330 Meter.', 'Können Sie mehr sagen?', 'Können Sie mehr sagen?', false],
  ['Wie hoch ist der Eiffelturm?', '330 Meter.', 'mehr Details', 'Wie hoch ist der Eiffelturm?', true],
  [
    'Was ist die Hauptstadt von Frankreich?',
    'Paris.',
    'und von Spanien?',
    'Was ist die Hauptstadt von Frankreich von Spanien',
    true,
  ],
  ['¿Quién escribió el Quijote?', 'Miguel de Cervantes.', '¿cuándo nació?', '¿cuándo nació Quijote', true],
  [
    '¿Quién escribió el Quijote?',
    'Miguel de Cervantes.',
    '¿cuándo nació él?',
    '¿cuándo nació Miguel de Cervantes?',
    true,
  ],
  ['¿Cuál es la capital de Francia?', 'París.', '¿y de España?', '¿Cuál es la capital de España', true],
  ['¿Cuál es la capital de Francia?', 'París.', '¿por qué?', '¿por qué París', true],
  ['¿Cuál es la capital de Francia?', 'París.', 'más detalles', '¿Cuál es la capital de Francia?', true],
  ['Qui a écrit Les Misérables ?', 'Victor Hugo.', 'pourquoi ?', 'pourquoi Victor Hugo', true],
  [
    'Quem escreveu Dom Casmurro?',
    'Machado de Assis.',
    'onde ele nasceu?',
    'onde Machado de Assis nasceu?',
    true,
  ],
  ['Qual é a capital do Brasil?', 'Brasília.', 'e a população?', 'a população Brasil', true],
  ['Chi ha scritto la Commedia?', 'Dante Alighieri.', 'quando è nato?', 'quando è nato Commedia', false],
  [
    'Qual è la capitale della Francia?',
    'Parigi.',
    'e della Spagna?',
    'Qual è la capitale della Spagna',
    true,
  ],
  ['日本の首都は？', '東京。', '人口は？', '人口は 日本 首都', true],
  [
    'Who wrote Hamlet?',
    'William Shakespeare wrote it [1].',
    'but why',
    'but why William Shakespeare wrote it',
    true,
  ],
  ['Who wrote Hamlet?', 'William Shakespeare wrote it [1].', 'or Macbeth?', 'Who wrote Macbeth', true],
  [
    'Who wrote Hamlet and Macbeth?',
    'William Shakespeare.',
    'when was it written?',
    'when was Hamlet Macbeth written?',
    false,
  ],
  [
    'Who wrote Hamlet and Macbeth?',
    'William Shakespeare.',
    'and Othello?',
    'Who wrote Hamlet and Othello',
    false,
  ],
];

test('a follow-up is completed from the conversation, and the rules know where they guess', () => {
  for (const [question, answer, followUp, text, isCertain] of cases)
    assert.deepEqual(readFollowUp(followUp, [{ question, answer }]), { text, isCertain }, followUp);
});

test('a follow-up to a follow-up is completed from the meaning of the first, and from its answer', () => {
  const history = [
    { question: ' Who wrote Hamlet? ', answer: 'William Shakespeare wrote it.' },
    { question: ' when was he born? ', answer: 'In 1564.' },
  ];
  const meaningOf = (text: string) => readFollowUp(text, history);
  assert.deepEqual(meaningOf('where?'), { text: 'where In 1564', isCertain: true });
  assert.deepEqual(meaningOf('and Molière?'), { text: 'when was Molière born', isCertain: true });
  assert.deepEqual(meaningOf('when did he die?'), {
    text: 'when did William Shakespeare die?',
    isCertain: true,
  });
});

test('a first question keeps its text, spaces included', () => {
  assert.deepEqual(readFollowUp(' and he? ', []), { text: ' and he? ', isCertain: true });
});

test('white space around the questions of a conversation changes nothing', () => {
  const answer = 'Albert Einstein was a physicist [1].';
  const meant = (space: string, last: string) =>
    readFollowUp(`${space}${last}${space}`, [
      { question: `${space}Who was Albert Einstein?${space}`, answer },
      { question: `${space}how old was he?${space}`, answer },
    ]);
  for (const last of [
    'more',
    'why?',
    'and where was he born?',
    'Berlin?',
    'how old is the Eiffel Tower in Paris?',
  ])
    assert.deepEqual(meant(' ', last), meant('', last));
  const [question] = [' Who was Albert Einstein? '];
  assert.equal(readFollowUp('more', [{ question, answer }]).text, question.trim());
});
