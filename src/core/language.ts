import { STOP_WORDS, toWords } from './words.ts';

/**
 * Common words of everyday questions that mean something, so that they are not stop words, but that identify
 * the language of a short question: "Wie viele Menschen leben in Japan?". By language code; lower case,
 * compiled for Sayso and not complete. A word of two languages is in both lists.
 */
const EVERYDAY_WORDS: Readonly<Record<string, string>> = {
  en: `people live lives country city world water long old big high far often best good know make makes made
    need mean work works used use take takes cost costs most more between year years day days after before
    first largest biggest happen happens difference capital get go come eat drink man war die during under
    without people's better find give learn cook make should`,
  es: `viven vive personas gente hacer hace puedo puede pueden debo debe hombre mujer país países ciudad
    mundo agua año años días día tiempo mejor mayor vida llama llamas cuesta significa escribió murió
    nació sirve funciona mide pesa gano tengo hoy mañana bien queda duermen duerme cocina cocinar hora
    horas tan según desde hasta sin habitantes dura son come entre capital animal animales diferencia
    idioma hablan viajar mi`,
  de: `viele viel lange lang leben lebt menschen mensch hoch groß alt weit schnell oft teuer warm kalt
    heißt heissen bedeutet kostet kosten macht machen mache geht gehen kommt liegt dauert funktioniert
    brauche braucht muss müssen soll sollte darf man mehr jahr jahre jahren tag tage tagen stunden zeit
    stadt land länder welt wasser größte größten höchste beste besten besser gut hat die in war erfunden
    geschrieben starb geboren spricht sprechen isst essen trinken schlafen heute morgen ohne gegen unter
    durch während seit mir mich dir kein keine alle alles auch schon unser unterschied hauptstadt
    einwohner steht kocht kochen lerne lernen bekommt bekomme wohnen wohnt passiert hilft wieviele tun`,
  fr: `habitants gens personnes vivent vit peut peux peuvent dois doit faut fait faire font homme femme pays
    ville monde eau an ans année années jour jours temps heure heures plus mieux meilleur meilleure coûte
    signifie appelle habite trouve inventé écrit mort né dorment dort mange mangent mesure pèse aujourd'hui
    demain beaucoup entre sans sous depuis pendant avant après même aussi très bien haut longtemps loin marche
    fonctionne cuire apprendre différence capitale langue parle t'il t'on l d c s m n j quelqu'un`,
  pt: `pessoas vivem vive moram mora posso pode podem devo deve fazer faz homem mulher país países cidade
    mundo água ano anos dia dias tempo hora horas melhor maior vida chama custa significa escreveu
    inventou morreu nasceu serve funciona mede pesa hoje amanhã bem fica ficam dorme dormem cozinhar muito
    muitas muitos sobre desde até habitantes dura entre capital animais diferença língua idioma falam fala
    tenho você meu minha preciso aprender vivo alto caiu pintou quem quantas quantos onde`,
  it: `persone vivono vive abitano abita posso può possono devo deve fare fa fanno uomo donna paese paesi
    città mondo acqua anno anni giorno giorni tempo ore ora migliore maggiore vita chiama costa significa
    scritto inventato morto nato serve funziona misura pesa oggi domani bene trova dorme dormono cucinare
    cuocere molto molte molti sotto senza tra fra dopo prima abitanti dura capitale animali differenza
    lingua parlano parla ho mi ti vi mio mia cos cos'è quand dov com'è imparare bisogna alto lungo grande
    è`,
  nl: `mensen mens wonen woont leven leeft lang lange hoog groot oud ver snel vaak duur warm koud heet
    betekent kost kosten maakt maken maak gaat gaan komt ligt duurt werkt moet moeten mag men meer jaar
    jaren dag dagen uur tijd stad land landen wereld grootste hoogste beste beter goed uitgevonden
    geschreven stierf geboren spreekt spreken eet eten drinken slapen slaapt vandaag morgen zonder tegen
    tussen tijdens sinds mij me alle alles ook al ons verschil hoofdstad inwoners staat kook koken leer
    leren krijg gebeurt helpt water nodig hoelang vliegen schreef`,
};

/** The code for "not determined" (ISO 639-2). */
export const UNDETERMINED = 'und';

/** Word lists that distinguish languages in Latin script, by language code. */
const BY_WORDS = {
  en: 'english',
  es: 'spanish',
  de: 'german',
  fr: 'french',
  pt: 'portuguese',
  it: 'italian',
  nl: 'dutch',
} as const;

const latin = Object.entries(BY_WORDS).map(([code, list]) => ({
  code,
  words: toSet(STOP_WORDS[list]),
  everyday: toSet(EVERYDAY_WORDS[code]),
}));
const russian = toSet(STOP_WORDS.russian);
const chinese = toSet(STOP_WORDS.chinese);
/** Chinese function words that also occur in Japanese headlines: 東京都, 日本対韓国. */
const JAPANESE_TOO = /^[都得在和与與及或誰有也就被把対對到於之其]$/;
/** Simplified characters, which Japanese writes in another form, and "how" before an adjective. */
const CHINESE_ONLY =
  /[们这说时间东车长门问马玛电话买卖岁样给让吗呢么为从对还过进边见观认识谁谢请业务员产开关发现头动气汉书术级红经结网罗节药费视论设语课谈货达运选钟银错际难题风飞饭馆鱼鸟龙]|有多/u;
/** Only Spanish opens a question or an exclamation with a sign. */
const SPANISH_SIGN = /[¿¡]/u;

/** Words that the lists omit because they mean something in another language, but that identify this one. */
const TELLING: Readonly<Record<string, string>> = { hat: 'de', die: 'de', es: 'es', son: 'es', come: 'it' };
/** `Le Monde` and `Die Zeit` are names: everyday words count only in a longer text. */
const LEAST_WORDS_EVERYDAY = 3;

const LETTERS = /\p{L}/gu;
const LATIN = /\p{Script=Latin}/gu;

/** Scripts and their languages; the first script that occurs decides. */
const SCRIPTS: readonly (readonly [RegExp, (text: string) => string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, () => 'ja'],
  [/\p{Script=Hangul}/u, () => 'ko'],
  // Without kana it may still be a Japanese headline.
  [
    /\p{Script=Han}/u,
    (text) =>
      CHINESE_ONLY.test(text) || toWords(text).some((word) => chinese.has(word) && !JAPANESE_TOO.test(word))
        ? 'zh'
        : UNDETERMINED,
  ],
  // Letters found only in Persian, Urdu and related languages.
  [/\p{Script=Arabic}/u, (text) => (/[پچژگکیٹڈڑںھہے]/u.test(text) ? UNDETERMINED : 'ar')],
  [/\p{Script=Cyrillic}/u, inCyrillic],
  [/\p{Script=Greek}/u, () => 'el'],
  [/\p{Script=Hebrew}/u, () => 'he'],
  [/\p{Script=Thai}/u, () => 'th'],
  [/\p{Script=Devanagari}/u, () => 'hi'],
];

/**
 * The language of a question as an ISO 639-1 code, or `und`: by its script, and in Latin script by its
 * function words, of which one language must have more than any other. If in doubt it returns `und`, because
 * a back-end that is told a language finds little in others.
 */
export function detectLanguage(text: string): string {
  const letters = text.match(LETTERS)?.length ?? 0;
  if (letters === 0) return UNDETERMINED;
  const others = letters - (text.match(LATIN)?.length ?? 0);
  // A name in Latin letters may have more letters than the Chinese question around it.
  if (others * 3 < letters) return inLatin(text);
  const script = SCRIPTS.find(([letter]) => letter.test(text));
  return script === undefined ? UNDETERMINED : script[1](text);
}

/**
 * The language with the most function and everyday words, at least two, of which one is a function word; a
 * single one is too often a name (`La La Land`).
 */
function inLatin(text: string): string {
  const words = [...new Set(toWords(text))];
  const scores = latin.map(({ code, words: own, everyday }) => {
    const functional = words.filter((word) => own.has(word) || TELLING[word] === code);
    const others = words.filter((word) => everyday.has(word) && !functional.includes(word));
    if (functional.length === 0 || words.length < LEAST_WORDS_EVERYDAY)
      return { code, score: functional.length };
    const signs = code === 'es' && SPANISH_SIGN.test(text) ? 1 : 0;
    return { code, score: functional.length + others.length + signs };
  });
  scores.sort((one, other) => other.score - one.score);
  const [best, second] = scores;
  if (best === undefined || second === undefined) return UNDETERMINED;
  return best.score >= 2 && best.score > second.score ? best.code : UNDETERMINED;
}

/**
 * Decides whether a Cyrillic text is Russian: by its function words, unless it has letters or spellings of
 * Ukrainian, Belarusian, Serbian or Bulgarian.
 */
function inCyrillic(text: string): string {
  if (/[іїєґўјљњђћџѓќѕ]|ъ(?![еёюя])/iu.test(text)) return UNDETERMINED;
  return /[ыэё]/iu.test(text) || toWords(text).some((word) => russian.has(word)) ? 'ru' : UNDETERMINED;
}

function toSet(list = ''): ReadonlySet<string> {
  return new Set(list.split(/\s+/u));
}
