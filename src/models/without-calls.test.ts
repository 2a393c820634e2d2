import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { assertProportional } from '../../test/support/proportional.ts';
import { withoutCalls } from './without-calls.ts';

const QUESTION = 'What is the best bread recipe?';

function filtered(pieces: Iterable<string>, question = QUESTION) {
  const filter = withoutCalls(question);
  let text = '';
  for (const piece of pieces) text += filter.push(piece);
  text += filter.end();
  return { text, queries: filter.queries, hasCall: filter.hasCall };
}

/** The text in whole and in single characters, which must give the same. */
function shown(text: string, question = QUESTION): string {
  const whole = filtered([text], question);
  assert.deepEqual(filtered(Array.from(text), question), whole, text);
  return whole.text;
}

const BODY = '{"name":"search","arguments":{"query":"best bread recipe"}}';
const CALLS = [
  `<tool_call>${BODY}</tool_call>`,
  `<tool_call>\n${BODY}\n</tool_call>\n<tool_call>\n${BODY}\n</tool_call>`,
  '<tool_call>web<arg_key>query</arg_key><arg_value>best bread recipe</arg_value></tool_call>',
  `<|tool_call|>[${BODY}]<|/tool_call|>`,
  `[TOOL_CALLS][${BODY}]`,
  '[TOOL_CALLS]search[ARGS]{"query":"best bread recipe"}',
  `[TOOL_REQUEST]\n${BODY}\n[END_TOOL_REQUEST]`,
  `<|python_tag|>${BODY}<|eom_id|>`,
  '<|python_tag|>search.call(query="best bread recipe")',
  '<function=search>{"query": "best bread recipe"}</function>',
  '<function=search>\n<parameter=query>\nbest bread recipe\n</parameter>\n</function>',
  '<function_calls>\n<invoke name="search">\n<parameter name="query">best bread recipe</parameter>\n</invoke>\n</function_calls>',
  '<|channel|>commentary to=functions.search <|constrain|>json<|message|>{"query":"best bread recipe"}<|call|>',
  '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>search\n```json\n{"query":"best bread recipe"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  '<|tool_calls_section_begin|><|tool_call_begin|>functions.search:0<|tool_call_argument_begin|>{"query":"best bread recipe"}<|tool_call_end|><|tool_calls_section_end|>',
  `\`\`\`json\n${BODY}\n\`\`\``,
  `\`\`\`\n[${BODY}]\n\`\`\`\n`,
  '```tool_code\nsearch(query="best bread recipe")\n```',
  '```tool_call\n{"query": "best bread recipe"}\n```',
  BODY,
  `[${BODY}]`,
  '{"query":"best bread recipe","time_filter":"week"}',
  '{"queries": ["best bread recipe"]}',
  '{"tool_calls":[{"type":"function","function":{"name":"search","arguments":"{\\"query\\":\\"best bread recipe\\"}"}}]}',
  '{"action": "search", "action_input": "best bread recipe"}',
  "{'name': 'search', 'arguments': {'query': 'best bread recipe'}}",
  '{"web_search": {"query": "best bread recipe"}}',
  '{"name":"search","arguments":{"query":"best bread recipe"',
  '<tool_call>{"name":"search","arguments":{"query":"best bread recipe"',
  '<|open|>tools call tool="search" index="1"<|sep|><|open|>argument key="query" type="string"<|sep|>best bread recipe<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
  ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="search">]<]minimax[>[<query>best bread recipe]<]minimax[>[</query>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
  '<｜DSML｜tool_calls>\n<｜DSML｜invoke name="search">\n<｜DSML｜parameter name="query" string="true">best bread recipe</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜tool_calls>',
  'functions.search:0<|tool_call_argument_begin|>{"query":"best bread recipe"}<|tool_call_end|>',
  '[search(query="best bread recipe")]',
  '<|python_start|>[search(query="best bread recipe")]<|python_end|>',
  '[tool_call: search(query="best bread recipe")]',
  'call:search{query:"best bread recipe"}',
  'Thought: I must search.\nAction: search\nAction Input: "best bread recipe"',
  `Action: \`\`\`json\n[${BODY}]\n\`\`\``,
  `>>>search\n{"query": "best bread recipe"}`,
  `call\n${BODY}`,
  'court\n<invoke name="search">\n<parameter name="query">best bread recipe</parameter>\n</invoke>',
  '<search>best bread recipe</search>',
  '<web_search>\n<query>best bread recipe</query>\n</web_search>',
  '<|begin_search_query|>best bread recipe<|end_search_query|>',
  `<use_mcp_tool>\n<tool_name>search</tool_name>\n<arguments>\n{"query": "best bread recipe"}\n</arguments>\n</use_mcp_tool>`,
];

test('a call of a tool in any notation is no text, and its query is found', () => {
  for (const call of CALLS) {
    assert.equal(shown(call).trim(), '', call);
    const { queries, hasCall } = filtered([call]);
    assert.equal(hasCall, true, call);
    assert.equal(queries[0], 'best bread recipe', call);
  }
});

test('a call behind or between sentences is left out, and the sentences stay', () => {
  for (const call of CALLS) {
    assert.equal(shown(`Let it rest [1].\n\n${call}`).trim(), 'Let it rest [1].', call);
    assert.equal(shown(`I will search for that:\n\n${call}`).trim(), 'I will search for that:', call);
  }
  for (const call of [CALLS[0], CALLS[19], CALLS[21]])
    assert.equal(shown(`Let me look. ${call}\nLet it rest [1].`), 'Let me look. \nLet it rest [1].', call);
});

test('texts about the formats of calls stay whole', () => {
  const question = 'How do I write a tool call?';
  const example = '{"name": "get_weather", "arguments": {"city": "Paris"}}';
  for (const text of [
    `A model writes this [1]:\n\n\`\`\`json\n${example}\n\`\`\``,
    `Example.\n\n\`\`\`json\n${example}\n\`\`\`\n\nThe name is that of the tool [1].`,
    `The format of Qwen is:\n\n<tool_call>\n${example}\n</tool_call>\n\nIt is one line [1].`,
    'The `<tool_call>` tag opens a call, `[TOOL_CALLS]` too, and `<|im_end|>` ends it [1].',
    `In a sentence, write <tool_call>${example}</tool_call> as it is.`,
    `\`\`\`python\nmessages = [\n  {"query": "best bread recipe"}\n]\n\`\`\``,
    '```graphql\nquery { a }\n```\nThen:\n```json\n{"query": "{ user { name } }"}\n```',
    '```json\n{"query": {"match": {"title": "bread"}}}\n```',
    'Set `{"query": "x"}` and {"size": 5} [1].',
    'An interval [0, 1], a set {1, 2} and <b>bold</b>, a < b, List<String> and [NOTE].',
    '```xml\n<tool name="x">\n</tool>\n```\nThat is all.',
    'See {"name": "bread"} and [{"id": 1}].',
    'call\nme, and court\n\nfunctions.py:3 is the line.\n>>> 1 + 1\n2\nAction: none.\nfun',
    'The <search> element and [f(x=1)] and a[i] = b[j]<k>.',
    'Thought: it is rye.\nAction: bake it.\n\nThat is all [1].',
  ])
    assert.equal(shown(text, question), text);
});

test('an answer in the field of an object is taken out of it', () => {
  for (const text of [
    '{"answer": "It is \\"rye\\" [1].\\nYes."}',
    '```json\n{"answer": "It is \\"rye\\" [1].\\nYes."}\n```',
    '{"thought": "Hm", "answer": "It is \\"rye\\" [1].\\nYes.", "confidence": 0.9}',
    '{"name":"final_answer","arguments":{"answer":"It is \\"rye\\" [1].\\nYes."}}',
    '{"final_answer": "It is \\"rye\\" [1].\\nYes.',
    '{"response": "It is \\"rye\\" [1].\nYes."}',
  ])
    assert.equal(shown(text), 'It is "rye" [1].\nYes.', text);
  const json = '{"answer": "rye"}';
  assert.equal(shown(json, 'Answer as JSON: which bread?'), json);
  assert.equal(shown(`This is it: ${json}`), `This is it: ${json}`);
});

test('tokens of chat templates are left out with the speaker they name', () => {
  assert.equal(shown('It is rye [1].<|im_end|>'), 'It is rye [1].');
  assert.equal(
    shown('<|start|>assistant<|channel|>final<|message|>It is rye [1].<|return|>'),
    'It is rye [1].',
  );
  assert.equal(shown('<|start_header_id|>assistant<|end_header_id|>\n\nRye.<|eot_id|>').trim(), 'Rye.');
  assert.equal(shown('Rye.</s><｜end▁of▁sentence｜>'), 'Rye.</s>');
  assert.equal(shown('Rye.\n</tool_call>').trim(), 'Rye.');
  assert.equal(
    shown('<|open|>response<|sep|>Rye [1].<|close|>response<|sep|><|close|>message<|sep|>'),
    'Rye [1].',
  );
  assert.equal(shown('<unused6226>Rye [1].\uE200cite\uE202turn0search0\uE201'), 'Rye [1].');
  const results = '<tool_response>{"results":["rye"]}</tool_response>\nRye [1].';
  assert.equal(shown(results).trim(), 'Rye [1].');
  assert.equal(shown('a <| b |> c and x <|y'), 'a <| b |> c and x <|y');
});

test('text is the same for any division into pieces', () => {
  const text = `So [1]. {"a": 1}\n\`\`\`json\n{"b": [2]}\n\`\`\`\n${CALLS[0]} a <|im_end|>\n${CALLS[15]}`;
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 30 })), (lengths) => {
      const pieces: string[] = [];
      let rest = text;
      for (const length of lengths) {
        pieces.push(rest.slice(0, length));
        rest = rest.slice(length);
      }
      assert.deepEqual(filtered([...pieces, rest]), filtered([text]));
    }),
  );
});

test('text without a beginning of a call is passed on at once', () => {
  const filter = withoutCalls(QUESTION);
  for (const piece of ['It', ' is [1] a', ' <b>', '**rye**', ' [x](y) {', 'z}']) {
    const text = filter.push(piece);
    assert.equal(piece.endsWith('{') ? `${text}{` : text.replace(/^\{/, ''), piece);
  }
});

test('calls take time in proportion to the length', async () => {
  for (const piece of [
    '<',
    `{"`,
    '\n{"a"',
    '\n[{"',
    '<tool_call>',
    '</tool_call>',
    '\n```json\n{',
    '<|a',
    '<|im_end|>',
    '<|channel|>',
    '[TOOL_CALLS]',
    '{"query":"a"}\n',
    '`',
    '<function=',
  ])
    for (const divided of [true, false])
      await assertProportional(
        (pieces) => filtered(divided ? Array.from({ length: pieces }, () => piece) : [piece.repeat(pieces)]),
        4_000,
        `${piece} ${divided}`,
      );
});
