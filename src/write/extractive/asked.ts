import { detectLanguage } from '../../core/language.ts';
import { createRelevance, type Match } from '../../core/relevance.ts';
import { isStopWord, stem, toWords } from '../../core/words.ts';
import { verbOfWho } from './who.ts';

/**
 * How much each word of a question counts when a sentence is compared with it, by language code (ISO 639-1).
 * Lower case; compiled for Sayso and not complete: a missing word can cause a refusal or a worse answer, but
 * never a wrong quote.
 */

/**
 * Words that shape a question but say little about its subject: a sentence can answer the question without
 * them.
 */
const FAINT_WORDS: Readonly<Record<string, string>> = {
  en: `many much often name names called known kind type sort way year years number amount get got take
    takes go goes does use used uses using come came start started work works working mean means happen
    happened actually currently usually exactly approximately total give show find there now today like
    look looks need needed want between without within during against under over after before per across
    through via ever still only even really same other another any all both become became becomes belong
    belongs practised practiced practise practice main mainly major common typical typically usual whole
    entire overall something someone anything thing things say says said exist exists`,
  de: `man hat die war viel viele oft heißt heissen name namen genannt art weise jahr jahre zahl anzahl macht
    geht gehen kommt bedeutet derzeit eigentlich genau ungefähr insgesamt wurden sagt sag nenne kannst`,
  es: `muchos muchas mucho nombre nombres llama llamado tipo clase manera año años número cantidad hace
    hacer hacen usa usar viene significa actualmente exactamente aproximadamente total son había`,
  fr: `beaucoup souvent nom noms appelle appelé type sorte façon manière année années nombre faire fait
    font utilise utiliser vient signifie actuellement exactement environ total sont peut-on`,
  pt: `muitos muitas muito nome nomes chama chamado tipo maneira ano anos número quantidade faz fazer
    fazem usa usar vem significa atualmente exatamente aproximadamente total são`,
  it: `molti molte molto nome nomi chiama chiamato tipo modo anno anni numero quantità fa fare fanno usa
    usare viene significa attualmente esattamente circa totale come`,
  nl: `veel vaak naam namen heet genoemd soort manier jaar jaren aantal maakt maken gaat gaan komt
    betekent momenteel precies ongeveer totaal men`,
  ru: `много часто имя название называется тип вид год году лет число количество делает делать значит
    сейчас точно примерно всего является`,
};

/**
 * Words of an answer that correspond to a word of the question: "How long is it?" is answered by a length.
 * Pairs "asked: answering", separated by semicolons.
 */
const ANSWERING_WORDS: Readonly<Record<string, string>> = {
  en: `long: length km kilometres kilometers miles metres meters hours minutes days weeks
    lasts lasted duration expectancy;
    tall high: height elevation altitude metres meters feet ft peak;
    old: age aged born founded established created; big large size: area size sq square acres hectares;
    far: distance km kilometres kilometers miles away; deep: depth; wide: width;
    fast: speed km/h mph growth rate; heavy: weight weighs mass kg kilograms tonnes tons;
    hot cold warm: temperature degrees climate; cost expensive: price costs cheap dollars euros;
    people inhabitants: population inhabitants;
    live lives: population live inhabitants resident residents lived life;
    speak spoken: language languages speakers;
    rule rules govern leads leader: government president king queen minister head chief; money: currency;
    president king queen monarch: head chief; minister: head government; independent: independence;
    vote: voting suffrage; die died: death died killed deceased; born: birth born;
    happened happen: occurred; wrote written write: author written writer novel book;
    invented invent: inventor inventor's invention; located situated where: located lies situated location;
    neighbours neighbors border: borders bordering bounded boundary border; weather: climate;
    mountain hill peak: point mountain peak summit; produce produces: production output produces;
    grow grows growing: growth crops products agricultural; farmers crops: agricultural crops products;
    economy: gdp economy economic; rich: gdp income wealth capita; poor: poverty poor;
    person: capita person; workers jobs: labor labour force workforce employment;
    doctors doctor: physicians physician doctor doctors; trains train railroad: railways railway rail;
    harbours harbors ports port: seaports seaport ports harbour harbor;
    army navy soldiers: military forces army navy; spend spends: spending expenditures expenditure spent;
    schools school: education school; towns town: urban cities; cities city: urban cities city;
    phones phone cellphones: telephones telephone mobile cellular phones;
    believe faith religion: religions religion; colour colours: color colors; defence: defense;
    labour: labor; neighbouring neighboring: border borders; biggest largest: largest biggest;
    tallest highest: highest tallest; sell sells: exports export; buy buys: imports import;
    kids: children fertility; unemployed jobless: unemployment; read: literacy read;
    rainy dry: climate rainfall; coast: coastline coast; leader leaders: head chief president minister;
    founded: independence established; defend: military; form: type form`,
  de: `lang lange: länge km kilometer meter stunden minuten tage dauert dauer;
    hoch groß: höhe meter fläche größe; alt: alter geboren gegründet; weit: entfernung km kilometer;
    tief: tiefe; breit: breite; schnell: geschwindigkeit; schwer: gewicht masse kg;
    warm kalt heiß: temperatur grad klima; kostet kosten teuer: preis euro;
    menschen einwohner leben: bevölkerung einwohner; spricht gesprochen: sprache sprachen;
    geschrieben schrieb: autor verfasser roman werk; gestorben starb: tod starb gestorben;
    liegt: liegt gelegen`,
  es: `larga largo: longitud km kilómetros metros; alta alto: altura altitud metros;
    grande: superficie área tamaño; lejos: distancia km;
    antigua antiguo viejo: edad nacido fundada fundado; cuesta: precio euros;
    habitantes personas viven: población habitantes; habla hablan: idioma lengua;
    escribió: autor escrito novela; murió: muerte falleció`,
  fr: `long longue: longueur km kilomètres mètres; haut haute: hauteur altitude mètres;
    grand grande: superficie taille; loin: distance km; vieux vieille âge: âge né née fondée;
    coûte: prix euros; habitants vivent gens: population habitants; parle parlent: langue;
    écrit: auteur roman; mort: mort décédé`,
  pt: `longo longa comprimento: comprimento km quilômetros; alto alta: altura altitude metros;
    grande: área tamanho; velho idade: idade nascido fundada; custa: preço;
    habitantes pessoas vivem: população habitantes; fala falam: língua idioma;
    escreveu: autor escrito romance; morreu: morte faleceu`,
  it: `lungo lunga: lunghezza km chilometri; alto alta: altezza altitudine metri; grande: superficie area;
    vecchio anni: età nato fondata; costa: prezzo; abitanti persone vivono: popolazione abitanti;
    parla parlano: lingua; scritto scrisse: autore romanzo; morto morì: morte`,
  nl: `lang: lengte km kilometer meter duur; hoog: hoogte meter; groot: oppervlakte grootte; ver: afstand km;
    oud: leeftijd geboren opgericht; kost: prijs euro; mensen inwoners wonen: bevolking inwoners;
    spreekt gesproken: taal; schreef geschreven: auteur schrijver roman; stierf overleden: dood overleed`,
};

/** Words with which a sentence gives a reason, for all languages together. */
export const REASON_WORDS = `because since due therefore hence cause causes caused causing reason reasons
  owing explains explained weil denn deshalb darum grund gründe ursache ursachen aufgrund parce cause
  causes raison raisons puisque porque debido causa causas razón razones devido motivo motivos razão
  perché poiché ragione dovuto omdat doordat vanwege reden oorzaak потому поскольку причина причины`;

/** What a question asks for, for comparing sentences with it. */
export type Asked = {
  /** ISO 639-1 code, or `und`. */
  readonly language: string;
  /**
   * `Relevance.terms`: the distinct words of the question, stemmed; stop words only if there are no others.
   */
  readonly terms: readonly string[];
  /** How specific each term is, in the order of the terms: 1, but less for words like "many" and "called". */
  readonly substance: readonly number[];
  /** False for keywords without any function word. */
  readonly isSentence: boolean;
  /** Whether a word other than the first is capitalised like a name. */
  readonly hasName: boolean;
  /** Whether it asks for a reason. */
  readonly asksWhy: boolean;
  /** The position of the term that is the verb of "Who won the cup?"; -1 for any other question. */
  readonly whoDid: number;
  /** The question itself. */
  readonly text: string;
  /**
   * Counts the terms in words from `toWords`; a word that answers a term ("length" for "long") counts as that
   * term.
   */
  match(words: readonly string[]): Match;
  /** The weight of each term by its rarity among these texts, in the order of the terms. */
  weights(matches: readonly Match[]): number[];
};

const NAME = /\S\s+\p{Lu}/u;
/** "Name the capital of Nepal" does not ask for a name. */
const COMMAND = new RegExp(
  String.raw`^\W{0,3}(?:please )?(?:name|list|tell me|give me|show me|find|nenne|nenn mir` +
    String.raw`|nombra|dime|cite|nomme|dis-moi|cita|dimmi)\s`,
  'iu',
);
/** Question words for a reason at the beginning, in the languages of `REASON_WORDS`. */
const WHY = new RegExp(
  String.raw`^\W{0,3}(?:(?:so|and|but) )?(?:why|how come|warum|wieso|weshalb|pourquoi` +
    String.raw`|por qu[eé]|porqu[eê]|perch[eé]|waarom|почему|зачем)(?![\p{L}])`,
  'iu',
);
/** The weight of a word that shapes a question but says little about its subject. */
const FAINT = 0.3;

const faintWords = new Map(
  Object.entries(FAINT_WORDS).map(([code, list]) => [code, new Set(list.split(/\s+/u).map(stem))]),
);
const answeringWords = new Map(
  Object.entries(ANSWERING_WORDS).map(([code, list]) => [code, toAnswering(list)]),
);

/** Analyses a question. */
export function createAsked(question: string): Asked {
  const { terms, weights, match } = createRelevance(question.replace(COMMAND, ''));
  const language = detectLanguage(question);
  const code = faintWords.has(language) ? language : 'en';
  const answers = terms.map((term) => answeringWords.get(code)?.get(term) ?? null);
  const substance = terms.map((term) => (faintWords.get(code)?.has(term) === true ? FAINT : 1));
  const isPlain = answers.every((each) => each === null);
  return {
    language,
    terms,
    substance,
    hasName: NAME.test(question),
    isSentence: toWords(question).some(isStopWord),
    asksWhy: WHY.test(question),
    whoDid: terms.indexOf(verbOfWho(question) ?? ''),
    text: question,
    weights,
    match(words) {
      const matched = match(words);
      if (isPlain) return matched;
      const counts = matched.counts.map((count, at) => count + countIn(words, answers[at] ?? null));
      return { counts, words: matched.words };
    },
  };
}

function countIn(words: readonly string[], answering: ReadonlySet<string> | null): number {
  return answering === null ? 0 : words.filter((word) => answering.has(word)).length;
}

/** The answering words, by the stem of the asked word. */
function toAnswering(list: string): ReadonlyMap<string, ReadonlySet<string>> {
  const pairs = list.split(';').map((pair) => pair.split(':'));
  return new Map(
    pairs.flatMap(([asked = '', answering = '']) => {
      const words = new Set(toWords(answering));
      return toWords(asked).map((word) => [stem(word), words] as const);
    }),
  );
}
