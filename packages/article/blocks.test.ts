import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Block, readBlocks } from './index.ts';

const textOf = (html: string) =>
  readBlocks(html)
    .map(({ text }) => text)
    .join('\n');
const only = (html: string): Block => {
  const [block, ...others] = readBlocks(html);
  assert.deepEqual(others, []);
  assert.ok(block);
  return block;
};

test('a block says what it is, where it stands, and which headings are above it', () => {
  const sentence = 'The pump lifts forty litres of water a minute from a depth of twelve metres.';
  const blocks =
    readBlocks(`<header>Sale until Sunday</header><main><h1>Pumps</h1><h2>Solar</h2><p>${sentence}</p>
    <pre>a {\n  b\n}</pre></main><aside>Call us on 0123 456</aside><footer>Port Road 4</footer>`);
  assert.deepEqual(
    blocks.map(({ kind, place, headings }) => [kind, place, headings.join(' > ')]),
    [
      ['paragraph', 'header', ''],
      ['heading', 'main', ''],
      ['paragraph', 'main', 'Pumps > Solar'],
      ['code', 'main', 'Pumps > Solar'],
      ['paragraph', 'aside', ''],
      ['paragraph', 'footer', ''],
    ],
  );
});

test('a value stands in one block with the label above, before or beside it', () => {
  for (const html of [
    '<div><div>Total Estimated Cost</div><div>$21,512.70</div></div>',
    '<dl><dt>Total Estimated Cost</dt><dd>$21,512.70</dd></dl>',
    '<section><h3>Total Estimated Cost</h3><p>$21,512.70</p></section>',
    '<table><tr><th>Total Estimated Cost</th><td>$21,512.70</td></tr></table>',
    '<ul><li><span>Total Estimated Cost</span><b>$21,512.70</b></li></ul>',
    '<div style="display:flex"><span>Total Estimated Cost</span><span>$21,512.70</span></div>',
  ])
    assert.match(textOf(html), /Total Estimated Cost:? \$21,512\.70/, html);
});

test('a heading stands in one block with what is below it, though only one of them is main text', () => {
  const prose = 'The harbour was built in 1887 and has been widened twice since, each time at great cost.';
  const page = (below: string) =>
    `<main><h1>Harbours</h1>${`<p>${prose} ${prose}</p>`.repeat(3)}<h2>Fees</h2>${below}</main>`;
  assert.match(textOf(page('<aside-box><form><p>12 € a night</p></form></aside-box>')), /Fees: 12 € a night/);
  assert.match(textOf(page(`<p>A night costs 12 €, says the master. ${prose}</p>`)), /Fees: A night costs/);
  assert.match(textOf(page('<table><tr><th>Night<td>12 €</table>')), /Fees: Night: 12 €/);
  const { text, main } = only(`<section><h2>Fees</h2><p>${prose} ${prose}</p></section>`);
  assert.equal(main.map(([from, to]) => text.slice(from, to)).join('\n\n'), `Fees\n\n${prose} ${prose}`);
});

test('an answer stands in one block with its question, however long it is', () => {
  const answer =
    'Yes, to all of Europe; a parcel takes three to five days and costs 9 € if it weighs up to 30 kg.';
  for (const html of [
    `<h3>Do you ship abroad?</h3><p>${answer}`,
    `<div><button>Do you ship abroad?</button><div>${answer}</div></div>`,
    `<p><b>Do you ship abroad?</b><p>${answer}`,
    `<p>Do you ship abroad?<p>${answer}`,
  ])
    assert.equal(textOf(html), `Do you ship abroad?: ${answer}`, html);
  const long = `${answer} ${answer}`;
  assert.equal(
    textOf(`<div><div>Shipping</div><div>${long}</div></div><p>${answer}`).split('\n')[0],
    `Shipping: ${long}`,
  );
  const offers = ['Shipping', 'Returns'].map(
    (name) => `<div><div>${name}</div><p>${long}</p><a href=/x>More</a></div>`,
  );
  assert.match(textOf(offers.join('').replace(answer, 'By train.')), /^Returns: /m);
  assert.equal(textOf(`<p>Shipping:<p>${long}`), `Shipping: ${long}`);
});

test('a block never ends inside a card, and each part of a long card has its title', () => {
  const card = (name: string, price: string) =>
    `<div class=card><a href=/x>${name}</a><p>Mounted on the wall, in black and in white, in a room of any kind</p><p>In stock, on the way to you today</p>
    <p>Free returns within the first month</p><p>With a cable of two metres and a plug</p><p>${price}</p></div>`;
  const text = textOf(
    `<div>${card('Lamp 8', '49 €')}${card('Lamp 9', '59 €')}${card('Lamp 10', '69 €')}</div>`,
  );
  assert.deepEqual(
    text.match(/^Lamp.*€$/gm)?.map((line) => line.replace(/;.*;/, ' …')),
    ['Lamp 8 … 49 €', 'Lamp 9 … 59 €', 'Lamp 10 … 69 €'],
  );
  const jobs = ['Analyst', 'Engineer'].map(
    (name) =>
      `<li class=job><h3>${name}</h3>${'<p>Full-time with all that belongs to it'.repeat(8)}<p>60,000 €</li>`,
  );
  assert.match(
    textOf(`<ul>${jobs.join('')}</ul>`),
    /^Analyst: .*60,000 €\nEngineer.*\nEngineer: .*60,000 €$/s,
  );
});

test('a row of a table has the heads of its columns, also below cells of several rows', () => {
  assert.equal(
    textOf(`<table><tr><th>Plan<th>Storage<th>Price<tr><td rowspan=2>Free<td>1 GB<td>0 €<tr><td>2 GB<td>3 €
      <tr><td>Pro<td>9 GB<td>9 €</table>`),
    'Plan: Free; Storage: 1 GB; Price: 0 €\nPlan: Free; Storage: 2 GB; Price: 3 €\nPlan: Pro; Storage: 9 GB; Price: 9 €',
  );
  const { labels } = only('<table><tr><th>Weight</th><td>9 kg</td></tr></table>');
  assert.deepEqual(labels, ['Weight']);
});

test('the first row of a table labels its columns, marked as such or not', () => {
  const rows = [
    ['Plan', 'Storage', 'Price'],
    ['Free', '1 GB', '0 €'],
    ['Pro', '9 GB', '9 €'],
  ];
  const asTable = (head: (text: string) => string) =>
    `<table>${rows.map((row, at) => `<tr>${row.map((text) => `<td>${at === 0 ? head(text) : text}`).join('')}`).join('')}</table>`;
  const asGrid = (open: string, close: string) => {
    const [head = '', ...others] = rows.map(
      (row) => `<div role=row>${row.map((text) => `<div role=cell>${text}</div>`).join('')}</div>`,
    );
    return `<div role=table>${open}${head}${close}${open}${others.join('')}${close}</div>`;
  };
  for (const html of [
    asTable((text) => `<b>${text}</b>`),
    asTable((text) => text),
    asGrid('', ''),
    asGrid('<div role=rowgroup>', '</div>'),
  ])
    assert.equal(
      textOf(html),
      'Plan: Free; Storage: 1 GB; Price: 0 €\nPlan: Pro; Storage: 9 GB; Price: 9 €',
      html,
    );
  const grid =
    '<div role=table><div role=row><div role=cell><b>Plan</b></div><div role=cell><b>Price</b></div></div>';
  assert.equal(
    textOf(`${grid}<div role=row><div role=cell>Pro</div><div role=cell>9 €</div></div></div>`),
    'Plan: Pro; Price: 9 €',
  );
});

test('stars are read as what they mean, and signs are no labels', () => {
  const stars = '<i></i><i></i>';
  for (const html of [
    `<span aria-label="4.5 out of 5 stars">${stars}</span>`,
    `<div role=img aria-label="4.5 out of 5 stars">${stars}</div>`,
    `<img alt="4.5 out of 5 stars">`,
    `<link rel=stylesheet href=x><div><span class=sr-only>4.5 out of 5 stars</span>${stars}</div>`,
  ])
    assert.match(textOf(`<div><h3>Lamp 8</h3>${html}</div>`), /Lamp 8[:;] 4\.5 out of 5 stars/, html);
  assert.equal(textOf('<div><div>🔍</div><div>🏠 Facts 🎲</div></div>'), '🔍 🏠 Facts 🎲');
});

test('a table in any element is read, and one that only places things is read cell by cell', () => {
  const table = '<table><tr><td>Weight<td>9 kg<tr><td>Voltage<td>24 volts<tr><td>Cable<td>20 metres</table>';
  for (const around of ['section', 'article', 'div class=widget', 'aside', 'footer'])
    assert.match(
      textOf(`<${around}>${table}</${around.split(' ')[0]}>`),
      /Weight: 9 kg\nVoltage: 24 volts/,
      around,
    );
  const long = 'A cell that is as long as this one holds a text and is no value of a label. '
    .repeat(3)
    .trim();
  assert.equal(textOf(`<table><tr><td>${long}<td>${long} It ends.</table>`), `${long}\n${long} It ends.`);
});

test('texts of neighbouring elements do not melt into one word or number', () => {
  assert.match(textOf('<li><a href=x><span>Lamp 8</span><span>499 €</span></a>'), /Lamp 8 499 €/);
  assert.match(textOf('<p><span>In stock</span><span>Ships today</span>'), /In stock Ships/);
  assert.match(textOf('<p><a href=1>one</a><a href=2>two</a>'), /one two/);
  assert.match(
    textOf('<style>.n,.p{display:block}</style><p><i class=n>Lamp 8</i><i class=p>499 €</i>'),
    /Lamp 8:? 499/,
  );
  assert.match(textOf('<p><span>499</span><span>99</span>'), /499 99/);
  for (const [html, text] of [
    ['<del>99 €</del><ins>79 €</ins>', '99 € 79 €'],
    ['<a href=/>Cart<span>3</span></a>', 'Cart 3'],
    ['9 <span>€</span><small>per month</small>', '9 € per month'],
    ['The table is durable.<span>5</span>', 'The table is durable. 5'],
    ['Lamp 8<span>499 €</span>', 'Lamp 8 499 €'],
    ['<b>12</b><span>reviews</span>', '12 reviews'],
  ] as const)
    assert.equal(textOf(`<p>${html}</p>`), text, html);
});

test('words and numbers that are formatted in parts stay whole', () => {
  for (const [html, text] of [
    ['H<sub>2</sub>O and 10<sup>3</sup> m', 'H2O and 10³ m'],
    ['10<sup>-6</sup> m', '10⁻⁶ m'],
    ['8412<sup><a href="#fn2">2</a></sup>', '8412²'],
    ['<span class=cap>O</span>nce upon', 'Once upon'],
    ['<span style="float:left;display:block">O</span>nce upon', 'Once upon'],
    ['<span class=cap>O</span><span>nce upon</span>', 'Once upon'],
    ['Auto<b>bahn</b>', 'Autobahn'],
    ['<i>be</i><b>ginn</b><i>en</i>', 'beginnen'],
    ['<span>S</span><span>a</span><span>l</span><span>e</span>', 'Sale'],
    ['<span>$</span><span>21</span>', '$21'],
    ['<span>499</span><span>.99</span>', '499.99'],
    ['<span>20</span>% of 3<span>D</span>, the 5<span>th</span>', '20% of 3D, the 5th'],
    ['COVID-<b>19</b>, No.<span>5</span>, CO<span>2</span>', 'COVID-19, No.5, CO2'],
    ['–5 °C, from 79,00 € <span>per month</span>', '–5 °C, from 79,00 € per month'],
  ] as const)
    assert.equal(textOf(`<p>${html}</p>`), text, html);
});

test('a picture counts where it is all that a cell or a button has', () => {
  const text = textOf(`<table><tr><th>Feature<th>Free<th>Pro<tr><td>Backup<td><img alt=No><td><img alt=Yes>
    <tr><td>Export<td><svg aria-label=No></svg><td><svg><title>Yes</title></svg></table>
    <p>A photo <img alt="Say nothing"></p><button aria-label="Call"><svg></svg></button>`);
  assert.match(text, /Feature: Backup; Free: No; Pro: Yes\nFeature: Export; Free: No; Pro: Yes/);
  assert.match(text, /Call/);
  assert.doesNotMatch(text, /Say nothing/);
});

test('the lines of an address are one block, and wrapped text stays a paragraph', () => {
  assert.equal(textOf('<p>14700 Almeda Rd<br>Houston, TX<br>77053'), '14700 Almeda Rd, Houston, TX, 77053');
  const lines = [
    'The harbour was built in 1887 by two brothers who had come from',
    'the islands in the north.',
  ];
  assert.equal(textOf(`<p>${lines.join('<br>')}<p>It is deep.`), `${lines.join(' ')}\nIt is deep.`);
});

test('menus of links go; a link with a number or an address stays', () => {
  const menu = ['Home', 'News', 'Sport', 'About us'].map((name) => `<li><a href=/>${name}</a>`).join('');
  const text = textOf(`<nav><ul>${menu}</ul><a href="tel:1">0123 456</a></nav><main><p>It is open.</p></main>
    <footer><ul>${menu}</ul><a href="mailto:a@b.test">a@b.test</a></footer>`);
  assert.match(text, /0123 456/);
  assert.match(text, /a@b\.test/);
  assert.doesNotMatch(text, /Sport/);
});

test('of a teaser that is one link, all words stay with its date', () => {
  const event = (day: string, name: string, town: string) =>
    `<li><a href=/${town}><div>${day} May</div><div><p>Conference</p><p>${name}</p><p>${town}</p></div></a></li>`;
  const text = textOf(`<main><p>It is open.</p></main><aside><ul>${event('3', 'Pump Days', 'Lyon')}
    ${event('9', 'Who needs pumps?', 'Graz')}${event('12', 'Solar Fair', 'Turin')}</ul></aside>`);
  assert.match(text, /3 May; Conference; Pump Days; Lyon/);
  assert.match(text, /9 May; Conference; Who needs pumps\?; Graz/);
});

test('what is said again goes, but values may be said twice', () => {
  const teaser = 'The council votes on the third basin of the harbour in the spring.';
  assert.equal(textOf(`<p>${teaser}</p><div><p>${teaser}</p></div>`), teaser);
  assert.equal(textOf('<p>One<p>9 €<hr><p>Two<p>9 €').match(/9 €/g)?.length, 2);
});

test('what is to choose from is read, but no list of countries', () => {
  assert.match(textOf('<label>Size</label><select><option>S<option>M<option>L</select>'), /Size S, M, L/);
  const many = Array.from({ length: 200 }, (_, at) => `<option>Country ${at}`).join('');
  assert.equal(textOf(`<p>Told.<select>${many}</select>`), 'Told.');
});

test('an icon font and a repeated price for the eye alone are not read', () => {
  assert.equal(textOf('<p>Menu <i aria-hidden=true>expand_more</i></p>'), 'Menu');
  assert.equal(textOf('<p><span>$19.99</span> <span aria-hidden=true>$19<sup>99</sup></span></p>'), '$19.99');
  assert.match(
    textOf('<details><summary>Size</summary><div aria-hidden=true><p>9 metres</p></div></details>'),
    /9 metres/,
  );
});

test('a price for the eye alone stays beside another price, and where only a screen reader is told the same', () => {
  const sale =
    '<link rel=stylesheet href=/shop.css><p><del aria-hidden=true>$94.95</del> ' +
    '<span class="screen-reader-text">It was $94.95.</span><ins aria-hidden=true>$56.97</ins>' +
    '<span class="screen-reader-text">It is $56.97.</span></p>';
  assert.equal(textOf(sale), '$94.95 $56.97');
  const told = '<span class="screen-reader-text">Costs $56.97</span><span aria-hidden=true>$56.97</span>';
  assert.equal(textOf(`<link rel=stylesheet href=/shop.css><p>${told}</p>`), '$56.97');
  assert.equal(textOf('<p><span>$19.95</span> <s aria-hidden=true>$9.95</s></p>'), '$19.95 $9.95');
  assert.equal(textOf('<p><b>5</b><i aria-hidden=true>4</i><i>4 badges</i></p>'), '5 4 badges');
});

test('the title row of a table stays, and short cells keep the heads of their columns', () => {
  const song =
    '<table><tr><th colspan=3>Ranking of singles</th></tr><tr><th>Year</th><th>Song</th><th>Place</th></tr>' +
    '<tr><td>2006</td><td>Lovable</td><td>No. 1 of the week</td></tr></table>';
  assert.match(textOf(song), /Ranking of singles[\s\S]*Year: 2006; Song: Lovable; Place: No\. 1 of the week/);
});
