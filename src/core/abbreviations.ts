/**
 * Abbreviations that end in a full stop, in lower case, without the last stop. A single letter needs no
 * entry: it is treated as an initial. Compiled for Sayso, for the languages people ask in; an unknown
 * abbreviation costs one cut too many.
 */

/** Always followed by a name or number they belong to, so a sentence never ends with them. */
export const LEADING_ABBREVIATIONS: ReadonlySet<string> = new Set(
  `adm approx asst bspw bzgl bzw ca capt cf cmdr col comdr cpl d.h dott dott.ssa dr dra drs e.g ee etw evtl exc f.eks geb gesch gest gov gouv
   hon hr hrsg i.d.r i.e ing insb insbes lic lt m.a.w mej mevr mfr mgr mlle mm mme mons mr mrd mrs ms msgr mt mtro o.a pfc
   ph pres prof profa pvt rep rev s.k sen sgt sog sr.ta sra sres srta st ste t.a.v u.a usw.a v.a vgl vs z.b z.t z.z zzgl
   акад гр др им проф рис см стр тов ул`.split(/\s+/u),
);

/** Pairs of words that together form an abbreviation and belong to the word after them. */
export const LEADING_PHRASES = /(?:^|\s)(?:dr\.\s?med|ad es|p\.\s?es|p\.\s?ej|par ex)\.\s*$/iu;

/** Ordinary words, except before a number, where they are abbreviations. */
export const NUMBERED_ABBREVIATIONS: ReadonlySet<string> = new Set(
  `abr abs anm apr art aug aufl bd bl bldg blz ch cap dec dez dic ene eq feb fig figs fl it jan janv jul jun kap max maj mar min mrz n° nl no nos nov nr nº núm
   oct okt op ord ott pag pág párr párrf págs pp pt sec sect sep sept str tab tel tome ver vers vol vols`.split(
    /\s+/u,
  ),
);

/** May occur at the end of a sentence or inside one: the next word decides. */
export const ENDING_ABBREVIATIONS: ReadonlySet<string> = new Set(
  `a.c a.d a.k.a abt allg apr assn aug ave b.c b.c.e blvd c.e cia cie co corp d.c dec dept dist e.u esq est et.al etc
   feb ff ggf gmbh hrs inc incl jan jhd jr lbs ltd mio n.chr n.y nov oct ph.d pts pty s.a s.l sept sr u.k u.n u.s u.s.a
   u.s.s.r uff usf usw v.chr wash yd yr yrs zus лет млн млрд н.э обл руб т.д т.е т.к т.п тыс`.split(/\s+/u),
);

/** Times of day: may end a sentence, and the next word alone does not decide. */
export const TIME_ABBREVIATIONS: ReadonlySet<string> = new Set(['a.m', 'p.m']);

/** Words that follow a time of day in the same sentence: days and time zones. */
export const AFTER_TIME: ReadonlySet<string> = new Set(
  `monday tuesday wednesday thursday friday saturday sunday est edt cst cdt mst mdt pst pdt gmt utc bst cet cest et ct mt pt
   eastern central mountain pacific london local`.split(/\s+/u),
);

/** Words that follow an ordinal written with a full stop ("5. Mai", "19. Jahrhundert"). */
export const AFTER_ORDINAL: ReadonlySet<string> = new Set(
  `januar jänner februar märz april mai juni juli august september oktober november dezember jahrhundert jahrhunderts
   jahrhunderten jahrtausend weltkrieg etage stock klasse auflage bezirk kapitel platz`.split(/\s+/u),
);
