const PARAGRAPH =
  'The old harbour was **dug by hand** between 1841 and 1846 [1], and the *first ships* came in the ' +
  'spring of 1847. ' +
  'Its walls are made of stone from the island [2]; they are about 9 metres high and still carry the ' +
  'railway.\n\n';

/** An answer of about 300 words that uses every format that answers use. */
export const ANSWER = `## The harbour

${PARAGRAPH}It has three parts:

- The **inner basin**, where fishing boats lie [1].
- The outer basin, 400 metres long, with \`berth 7\` for the ferry [3].
  - In winter it is closed.
- The dry dock, which a [museum](https://museum.example/dock) keeps.

| Basin | Length | Depth |
|---|---|---|
| inner | 210 m | 4 m |
| outer | 400 m | 11 m |
| dock | 96 m | 6 m |

${PARAGRAPH}> "No ship was ever lost in it", the keeper wrote in 1903 [2].

1. Walk from the station to the lighthouse.
2. Take the steps down to the quay.
3. Ask for the keeper's house.

\`\`\`sh
curl https://harbour.example/tides
\`\`\`

${PARAGRAPH}${PARAGRAPH}In short, it is worth a visit [1][3].
`;
