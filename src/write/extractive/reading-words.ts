/**
 * Words that make a sentence read badly as a quote, and words that indicate a definition. Lower case;
 * compiled for Sayso in several languages and not complete: a missing word can make the order worse, but
 * never costs an answer.
 */

/** A side note begins with one of these words and a colon: "Note: version 4 only." */
export const REMARKS = `note notes nb warning caution attention notice important tip hint info todo deprecated update hinweis achtung
  anmerkung tipp wichtig warnung remarque avertissement astuce important attention nota aviso advertencia importante consejo
  avviso attenzione opmerking waarschuwing примечание внимание важно 注意 注 备注 提示 警告 重要`;

/**
 * A sentence that begins with one of these refers to another place and has no content; separated by commas.
 */
export const POINTERS = `see, see also, click, read, read more, learn more, find out, check out, visit, for more, for a list, for details,
  for further, more information, more info, more details, more on, take a look, have a look, sign up, subscribe, follow, join, download,
  try it, buy, siehe, mehr, lesen sie, klicken, besuchen sie, weitere informationen, voir, voir aussi, cliquez, lire, lisez, en savoir plus,
  pour plus, véase, ver, vea, haga clic, leer, lea, más información, para más, veja, clique, leia, saiba mais, para mais, vedi, clicca, leggi,
  scopri, per maggiori, zie, lees, klik, meer informatie, смотрите, см, читайте, подробнее, 详见, 参见, 点击, 查看, 詳しくは, こちら`;

/**
 * Programs: a line with their name and one of `COMMANDS` or an option is a command to type, not a sentence.
 */
export const PROGRAMS = `npm npx pnpm yarn bun deno node pip pip3 pipx uv conda python python3 apt apt-get dnf yum pacman apk brew choco winget
  snap cargo rustup gem bundle composer go docker podman kubectl helm git curl wget make cmake dotnet mvn gradle cd mkdir export`;

/** Words after the name of a program in a command. */
export const COMMANDS = `install i add run exec create init get clone pull push update upgrade build start test ci global tap compose apply -m`;

/** Forms of "to be" that introduce a definition if an article follows: "Fastify is a framework". */
export const COPULAS = `is are was were ist sind war waren est sont était étaient fut es son era eran fue fueron é são foi foram è sono fu
  furono is zijn werd`;

/** What follows such a form in a definition. */
export const ARTICLES = `a an the one any ein eine einer der die das un une le la les l des uno una el los las um uma o os as il lo i gli een de
  het`;

/** Words that introduce a definition in languages without articles. */
export const BARE_COPULAS = `это является был была были 是 為 为 係 は とは هو هي`;
