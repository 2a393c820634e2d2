/**
 * Abbreviations that end in a full stop, lower-cased, without the last stop. A single letter needs no entry: it is
 * taken for an initial. Lists of our own, for the languages people ask in; an unknown one costs a cut too many.
 */

/** Stand before a name or go with what follows, so a sentence never ends with them. */
export const LEADING_ABBREVIATIONS: ReadonlySet<string> = new Set(
  `adm approx asst bspw bzgl bzw ca capt cf cmdr col comdr cpl d.h dr dra drs e.g etw evtl exc f.eks geb gesch gest gov gouv
   hon hr hrsg i.d.r i.e ing insb insbes lic lt m.a.w mej mevr mfr mgr mlle mm mme mons mr mrd mrs ms msgr mt mtro o.a pfc
   ph pres prof profa pvt rep rev s.k sen sgt sog sr.ta sra sres srta st ste t.a.v u.a usw.a v.a vgl vs z.b z.t z.z zzgl
   акад гр др им проф рис см стр тов ул`.split(/\s+/u),
);

/** Ordinary words elsewhere: abbreviations only where a number follows. */
export const NUMBERED_ABBREVIATIONS: ReadonlySet<string> = new Set(
  `abs anm apr art aug aufl bd bl bldg blz ch cap dec eq feb fig figs fl it jan jul jun kap max maj mar min nl no nos nov nr núm
   oct op ord pag pág págs pp pt sec sect sep sept tab tel tome ver vers vol vols`.split(/\s+/u),
);

/** May end a sentence or stand inside one: the next word decides. */
export const ENDING_ABBREVIATIONS: ReadonlySet<string> = new Set(
  `a.c a.d a.k.a a.m abt allg apr assn aug ave b.c b.c.e blvd c.e cia cie co corp d.c dec dept dist e.u esq est et.al etc
   feb ff ggf gmbh hrs inc incl jan jhd jr lbs ltd mio n.chr n.y nov oct p.m ph.d pts pty s.a s.l sept sr u.k u.n u.s u.s.a
   u.s.s.r uff usf usw v.chr wash yd yr yrs zus лет млн млрд н.э обл руб т.д т.е т.к т.п тыс`.split(/\s+/u),
);

/** What a day or a rank written with a full stop ("5. Mai", "19. Jahrhundert") is followed by. */
export const AFTER_ORDINAL: ReadonlySet<string> = new Set(
  `januar jänner februar märz april mai juni juli august september oktober november dezember jahrhundert jahrhunderts
   jahrhunderten jahrtausend weltkrieg etage stock klasse auflage bezirk kapitel platz`.split(/\s+/u),
);
