/**
 * Pronouns and similar words that are not among the stop words of `core/words.ts`. At the start of a sentence
 * they have a capital, but they are not names.
 */
const WORDS = [
  // English
  `all another both either everybody everyone everything few he'd he's here herself himself i'd i'll i'm
  i've it's itself mine neither nobody none nothing one others ours several she's somebody someone
  something themselves theirs they're we're you're yours yourself`,
  // German
  `alle alles andere beide dasselbe denen deren derselbe dessen die diejenigen diese dieselbe dieser dieses
  dort einige etwas euer hier ihm ihn ihnen ihren ihrer jede jeder jedes jemand jene jener man manche
  mehrere mein meine nichts niemand seinen seiner solche unser unsere viele`,
  // French
  `aucun aucune ceci celle celles celui certaines certains ceux chacun chacune chaque eux lui moi nul
  personne plusieurs rien son tous toutes tout ça`,
  // Spanish
  `algo alguien algunas algunos ambas ambos aquel aquella aquellas aquellos aquello cada ellas ello esas
  esos estas estos mi muchas muchos nada nadie nosotros nuestra nuestro otra otras otro otros todas todo
  todos tu usted ustedes él`,
  // Portuguese
  `alguns algumas algo alguém ambos aquela aquelas aquele aqueles aquilo dela delas dele deles elas estas
  estes essas esses meu minha muitas muitos nenhum ninguém nossa nosso nós outra outras outro outros toda
  tudo você vocês`,
  // Italian
  `alcune alcuni altri altro costoro egli entrambi esse essi esso ciascuno lei lui mio molti molte nessuno
  niente noi nostro ognuno qualcuno quella quelle quelli quello queste questi suoi tutti tutte tutto voi`,
  // Dutch and Russian
  `alle andere beide die haar hij iedereen iemand jullie niemand ons onze sommige velen вы другие ей ему им
  каждый кто-то многие мы некоторые никто оба оно свой та те тот эта эти этот`,
]
  .join(' ')
  .split(/\s+/u);

const pronouns: ReadonlySet<string> = new Set(WORDS);

/** Whether a word in lower case is one of these words. */
export function isPronoun(word: string): boolean {
  return pronouns.has(word.replace('’', "'"));
}
