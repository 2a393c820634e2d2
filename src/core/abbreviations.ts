/**
 * Abbreviations that end in a full stop, lower-cased, without the last stop. A single letter needs no entry: it is
 * taken for an initial. Lists of our own, for the languages people ask in; an unknown one costs a cut too many.
 */

/** Stand before a name or go with what follows, so a sentence never ends with them. */
export const LEADING_ABBREVIATIONS: ReadonlySet<string> = new Set(
  `adm approx asst bspw bzgl bzw ca capt cf cmdr col comdr cpl d.h dott dott.ssa dr dra drs e.g ee etw evtl exc f.eks geb gesch gest gov gouv
   hon hr hrsg i.d.r i.e ing insb insbes lic lt m.a.w mej mevr mfr mgr mlle mm mme mons mr mrd mrs ms msgr mt mtro o.a pfc
   ph pres prof profa pvt rep rev s.k sen sgt sog sr.ta sra sres srta st ste t.a.v u.a usw.a v.a vgl vs z.b z.t z.z zzgl
   акад гр др им проф рис см стр тов ул`.split(/\s+/u),
);

/** Words that only two together are an abbreviation which goes with what follows. */
export const LEADING_PHRASES = /(?:^|\s)(?:dr\.\s?med|ad es|p\.\s?es|p\.\s?ej|par ex)\.\s*$/iu;

/** Ordinary words elsewhere: abbreviations only where a number follows. */
export const NUMBERED_ABBREVIATIONS: ReadonlySet<string> = new Set(
  `abr abs anm apr art aug aufl bd bl bldg blz ch cap dec dez dic ene eq feb fig figs fl it jan janv jul jun kap max maj mar min mrz n° nl no nos nov nr nº núm
   oct okt op ord ott pag pág párr párrf págs pp pt sec sect sep sept str tab tel tome ver vers vol vols`.split(
    /\s+/u,
  ),
);

/** May end a sentence or stand inside one: the next word decides. */
export const ENDING_ABBREVIATIONS: ReadonlySet<string> = new Set(
  `a.c a.d a.k.a abt allg apr assn aug ave b.c b.c.e blvd c.e cia cie co corp d.c dec dept dist e.u esq est et.al etc
   feb ff ggf gmbh hrs inc incl jan jhd jr lbs ltd mio n.chr n.y nov oct ph.d pts pty s.a s.l sept sr u.k u.n u.s u.s.a
   u.s.s.r uff usf usw v.chr wash yd yr yrs zus лет млн млрд н.э обл руб т.д т.е т.к т.п тыс`.split(/\s+/u),
);

/** Times of day: a sentence may end with them, and the next word alone cannot tell. */
export const TIME_ABBREVIATIONS: ReadonlySet<string> = new Set(['a.m', 'p.m']);

/** What follows a time of day in the same sentence: days and time zones. */
export const AFTER_TIME: ReadonlySet<string> = new Set(
  `monday tuesday wednesday thursday friday saturday sunday est edt cst cdt mst mdt pst pdt gmt utc bst cet cest et ct mt pt
   eastern central mountain pacific london local`.split(/\s+/u),
);

/** What a day or a rank written with a full stop ("5. Mai", "19. Jahrhundert") is followed by. */
export const AFTER_ORDINAL: ReadonlySet<string> = new Set(
  `januar jänner februar märz april mai juni juli august september oktober november dezember jahrhundert jahrhunderts
   jahrhunderten jahrtausend weltkrieg etage stock klasse auflage bezirk kapitel platz`.split(/\s+/u),
);
