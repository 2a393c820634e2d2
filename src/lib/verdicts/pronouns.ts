/**
 * Pronouns and similar words that are not among the stop words of `lib/text/words.ts`, by language. At the
 * start of a sentence they have a capital, but they are not names. A word of one language may be a name in
 * another: `Moi`, `Son`, `Nada`.
 */
const WORDS: Readonly<Record<string, string>> = {
  en: `all another both either everybody everyone everything few here herself himself itself mine neither
    nobody none nothing one others ours several somebody someone something themselves theirs yours
    yourself`,
  de: `alles andere beide dasselbe denen deren derselbe dessen die diejenigen diese dieselbe dieser
    dieses dort einige etwas euer hier ihm ihn ihnen ihren ihrer jede jeder jedes jemand jene jener
    man manche mehrere mein meine nichts niemand seinen seiner solche unser unsere viele`,
  fr: `aucun aucune ceci celle celles celui certaines certains ceux chacun chacune chaque eux moi nul
    personne plusieurs rien son tous toutes tout ça`,
  es: `algo alguien algunas algunos ambas ambos aquel aquella aquellas aquellos aquello cada ellas ello
    esas esos estas estos mi muchas muchos nada nadie nosotros nuestra nuestro otra otras otro otros
    todas todo todos tu usted ustedes él`,
  pt: `alguns algumas algo alguém ambos aquela aquelas aquele aqueles aquilo dela delas dele deles elas
    estas estes essas esses meu minha muitas muitos nenhum ninguém nossa nosso nós outra outras outro
    outros toda tudo você vocês`,
  it: `alcune alcuni altri altro costoro egli entrambi essi esso ciascuno lei mio molti molte nessuno
    niente noi nostro ognuno qualcuno quella quelli quello queste questi tutti tutte tutto voi`,
};

const pronouns = new Map(
  Object.entries(WORDS).map(([language, words]) => [language, new Set(words.split(/\s+/u))]),
);

/** Whether a word from `toWords` is one of these words of a language (a BCP 47 tag). */
export function isPronoun(word: string, language: string): boolean {
  return pronouns.get(language.slice(0, 2).toLowerCase())?.has(word) === true;
}
