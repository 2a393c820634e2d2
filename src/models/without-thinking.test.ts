import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { assertProportional } from '../../test/support/proportional.ts';
import { withoutThinking } from './without-thinking.ts';

function filterAll(pieces: readonly string[]): string {
  const filter = withoutThinking();
  return pieces.map((piece) => filter.push(piece)).join('') + filter.end();
}

test('drops a block of thinking and the blanks around it', () => {
  assert.equal(filterAll(['\n<think>\nHm, <b>France</b>.\n</think>\n\n', 'Paris [1].']), 'Paris [1].');
  assert.equal(filterAll(['<thinking>a</thinking>Paris.\n<think>b</think>It is.']), 'Paris.\nIt is.');
});

test('returns the same answer for any division into pieces', () => {
  const texts = [
    '<think>\nFrance </thin is a < b country</think>\n\nThe answer is <b>Paris</b> [1]. 1 < 2 <',
    'A line.\n<think>more</think>\nAnother, of `<think>` and <thin air',
    '<think></think>Short',
    'Nothing to think about',
    'Paris <thinking mode="deep">x < y</thinking > is it.\n```\n<think>\n\n```\n[THINK]no[/THINK] ' +
      '``<think>`` [1]',
    'It is ◁think▷Hm.◁/think▷Paris. ' +
      '<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>final<|message|>b',
    'The <think> tag [12] opens `` a ` b',
  ];
  fc.assert(
    fc.property(fc.constantFrom(...texts), fc.array(fc.integer({ min: 1, max: 9 })), (text, lengths) => {
      const pieces: string[] = [];
      let rest = text;
      for (const length of lengths) {
        pieces.push(rest.slice(0, length));
        rest = rest.slice(length);
      }
      assert.equal(filterAll([...pieces, rest]), filterAll([text]));
    }),
  );
  assert.equal(filterAll([texts[0] ?? '']), 'The answer is <b>Paris</b> [1]. 1 < 2 <');
});

test('drops the thinking of a server that leaves the words of its marks', () => {
  assert.equal(filterAll(['anal', 'ysisWe need the capital.assistant', 'finalParis [1].']), 'Paris [1].');
  assert.equal(
    filterAll(['analysisWe search.assistantcommentary to=functions.search json{"query":"x"}']),
    '',
  );
  for (const text of ['analysis of data', 'analysis', 'Analysis: Paris.', 'The analysisWe', 'ana'])
    assert.equal(filterAll(Array.from(text)), text);
});

test('returns no answer if the thinking never ends', () => {
  assert.equal(filterAll(['<think>', 'on and on', ' and </thi']), '');
});

test('keeps mentions of the tag in an answer', () => {
  const text = 'Models write `<think>` and `</think>`, some a bare <think> too.';
  assert.equal(filterAll([text]), text);
});

test('drops thinking in the middle of a line', () => {
  assert.equal(filterAll(['Paris <think>Hm, is it?</think> is the capital.']), 'Paris is the capital.');
  assert.equal(filterAll(['Paris.<think>', 'Wait', '.</think>', ' Yes.']), 'Paris. Yes.');
  assert.equal(filterAll(['It is Paris.<think>Or is']), 'It is Paris.');
  assert.equal(filterAll(['It is Paris. <think>\nOr is']), 'It is Paris. ');
});

test('drops the thinking of every family of models', () => {
  for (const [opening, closing] of [
    ['<THINK>', '</THINK>'],
    ['<think >', '</think >'],
    ['<think type="deep" n=3>', '</think>'],
    ['<thought>', '</thought>'],
    ['<reasoning>', '</reasoning>'],
    ['<seed:think>', '</seed:think>'],
    ['[THINK]', '[/THINK]'],
    ['◁think▷', '◁/think▷'],
    ['<|START_THINKING|>', '<|END_THINKING|>'],
    ['<|begin_of_thought|>', '<|end_of_thought|>'],
    ['<|channel|>analysis<|message|>', '<|end|><|start|>assistant<|channel|>final<|message|>'],
    ['<|channel>thought\n', '<channel|>'],
    ['<unused94>thought', '<unused95>'],
  ]) {
    const text = `${opening}Is it [1] or <b>two</b>?\n${closing}`;
    for (const pieces of [[`${text}Paris. ${text}Yes.`], Array.from(`${text}Paris. ${text}Yes.`)])
      assert.equal(filterAll(pieces), 'Paris. Yes.', opening);
    assert.equal(filterAll([`So ${closing}Paris.`]).replace('<|end|>', ''), 'So Paris.', closing);
  }
});

test('leaves tags in code as they are', () => {
  for (const text of [
    'In ``a `b` <think>`` and `</think>`.',
    'See:\n\n```html\n<think>\n\nHm\n</think>\n```\n\nDone.',
  ])
    for (const pieces of [[text], Array.from(text)]) assert.equal(filterAll(pieces), text);
  assert.equal(
    filterAll(['A stray ` here.\n\nAnd <think>Hm</think>there.']),
    'A stray ` here.\n\nAnd there.',
  );
});

test('holds back only what may become a tag', () => {
  const filter = withoutThinking();
  let passed = '';
  const text = 'A [1] b [t x] c < d, List<String> e `x` f, <div class="a">g</div>\n\n<b>h';
  for (const char of text) passed += filter.push(char);
  assert.equal(passed, text);
});

test('takes time in proportion to the length', async () => {
  for (const piece of [
    '<',
    '<think',
    '<think ',
    '<think> ',
    '`',
    '[',
    '</think>',
    '<think>a</think>',
    'a\n ',
  ])
    await assertProportional(
      (pieces) => filterAll(Array.from({ length: pieces }, () => piece)),
      5_000,
      piece,
    );
});

test('tags around the answer are dropped, and thinking in other tags with its text', () => {
  for (const text of [
    '<think>Hm.</think>\n<answer>Paris [1].</answer>',
    '<analysis>Hm <b>.</analysis><answer>\nParis [1].</answer>',
    '<reason>Hm.</reason>\n\nParis [1].',
    '<details type="reasoning" done="true" duration="3">\n<summary>Thought</summary>\nHm.\n</details>\nParis [1].',
    '<final_answer>Paris [1].</final_answer>',
  ])
    for (const pieces of [[text], Array.from(text)]) assert.equal(filterAll(pieces), 'Paris [1].', text);
  for (const text of [
    'The <answer> tag and `</answer>`.',
    '<details>\n<summary>More</summary>\nParis.\n</details>',
    '<analyse>',
  ])
    for (const pieces of [[text], Array.from(text)]) assert.equal(filterAll(pieces), text);
});

/** The output for each piece, and at the end. */
function pass(...pieces: readonly string[]): readonly string[] {
  const filter = withoutThinking();
  return [...pieces.map((piece) => filter.push(piece)), filter.end()];
}

test('blanks before the first word are dropped, in whatever pieces they come', () => {
  assert.deepEqual(pass(' \n', '\t ', ' Paris', '  is'), ['', '', 'Paris', '  is', '']);
  assert.deepEqual(pass('\n\n<think>a</think>\n', '\n \nParis'), ['', 'Paris', '']);
});

test('behind thinking, one blank stays between words, and line breaks stay', () => {
  assert.equal(filterAll(['It <think>a</think>\t is']), 'It is');
  assert.equal(filterAll(['It<think>a</think>  is']), 'It  is');
  assert.equal(filterAll(['It \n<think>a</think> \n is']), 'It \n\n is');
  assert.deepEqual(pass('It ', '<think>a</think>', ' ', ' is'), ['It ', '', '', 'is', '']);
  assert.deepEqual(pass('It ', '  is'), ['It ', '  is', '']);
});

test('a second end returns nothing', () => {
  const filter = withoutThinking();
  assert.equal(filter.push('It is <thin'), 'It is ');
  assert.deepEqual([filter.end(), filter.end()], ['<thin', '']);
  const mention = withoutThinking();
  assert.equal(mention.push('The <think> tag is old.'), 'The ');
  assert.deepEqual([mention.end(), mention.end()], ['<think> tag is old.', '']);
});

test('a tag after a blank, a bracket or a quotation mark may be a mention; on its own line, not', () => {
  for (const before of ['The ', 'It (', 'The "', "A '", 'A “', 'A „', 'A «', 'A\t'])
    assert.equal(filterAll([`${before}<think> tag`]), `${before}<think> tag`);
  for (const before of ['The\n', 'The', 'The.', 'The:', ''])
    assert.equal(filterAll([`${before}<think> tag`]), before, before);
});

test('a mention continues with a space or a mark, and thinking with a word or a line', () => {
  for (const after of [
    ' tag',
    '" tag',
    "' tag",
    '” tag',
    '» tag',
    ') tag',
    ', tag',
    '. tag',
    '; tag',
    ': tag',
  ])
    assert.equal(filterAll([`The <think>${after}`]), `The <think>${after}`);
  for (const after of ['Hm', '\nHm', '!Hm', '\tHm', ''])
    assert.equal(filterAll([`The <think>${after}`]), 'The ');
});

test('a mention of up to sixteen thousand characters is kept, and a longer text is thinking', () => {
  const held = 80;
  const longest = ` ${'x'.repeat(16_000 - '<think>'.length - 1 + held)}`;
  assert.equal(filterAll([`The <think>${longest}`]).length, 4 + 7 + longest.length);
  assert.equal(filterAll([`The <think>${longest}x`]), 'The ');
});

test('an empty tag is dropped and opens nothing', () => {
  assert.equal(filterAll(['<think/>It is']), 'It is');
  assert.equal(filterAll(['It <think /> is']), 'It is');
});

test('code is recognised by its backticks, as in CommonMark', () => {
  for (const [text, shown] of [
    ['`<think>` a', '`<think>` a'],
    ['`` ` <think> `` b', '`` ` <think> `` b'],
    ['a ` b\n\n<think>c</think>d', 'a ` b\n\nd'],
    ['a ` b\n \t\n<think>c</think>d', 'a ` b\n \t\nd'],
    ['a ` b\nc <think>` d', 'a ` b\nc <think>` d'],
    ['```\n\n<think>\n```\n<think>a</think>b', '```\n\n<think>\n```\nb'],
    ['```\n<think>\n````\n<think>a</think>b', '```\n<think>\n````\nb'],
    ['````\n<think>\n```\n<think>', '````\n<think>\n```\n<think>'],
    ['``a`<think>``', '``a`<think>``'],
    ['``a```<think>``', '``a```<think>``'],
  ] as const)
    for (const pieces of [[text], Array.from(text)]) assert.equal(pass(...pieces).join(''), shown, text);
});

test('text that may become a tag is held back, and passed on once it cannot', () => {
  assert.deepEqual(pass('a <', 'b>'), ['a ', '<b>', '']);
  assert.deepEqual(pass('a <th', 'is> <'), ['a ', '<this> ', '<']);
  assert.deepEqual(pass('<think>a</th', 'ink>It'), ['', 'It', '']);
  assert.deepEqual(pass('a [1', '] b'), ['a [1', '] b', '']);
});
