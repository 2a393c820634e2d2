/**
 * Common words of everyday questions that mean something, so that they are not stop words, but that identify
 * the language of a short question: "Wie viele Menschen leben in Japan?". By language code; lower case,
 * compiled for Sayso and not complete. A word of two languages is in both lists.
 */
export const EVERYDAY_WORDS: Readonly<Record<string, string>> = {
  en: `people live lives country city world water long old big high far often best good know make makes made
    need mean work works used use take takes cost costs most more between year years day days after before
    first largest biggest happen happens difference capital get go come eat drink man war die during under
    without people's better find give learn cook make should`,
  es: `viven vive personas gente hacer hace puedo puede pueden debo debe hombre mujer país países ciudad mundo
    agua año años días día tiempo mejor mayor vida llama llamas cuesta significa escribió murió nació sirve
    funciona mide pesa gano tengo hoy mañana bien queda duermen duerme cocina cocinar hora horas tan según
    desde hasta sin habitantes dura son come entre capital animal animales diferencia idioma hablan viajar mi`,
  de: `viele viel lange lang leben lebt menschen mensch hoch groß alt weit schnell oft teuer warm kalt heißt
    heissen bedeutet kostet kosten macht machen mache geht gehen kommt liegt dauert funktioniert brauche braucht
    muss müssen soll sollte darf man mehr jahr jahre jahren tag tage tagen stunden zeit stadt land länder welt
    wasser größte größten höchste beste besten besser gut hat die in war erfunden geschrieben starb geboren
    spricht sprechen isst essen trinken schlafen heute morgen ohne gegen unter durch während seit mir mich dir
    kein keine alle alles auch schon unser unterschied hauptstadt einwohner steht kocht kochen lerne lernen
    bekommt bekomme wohnen wohnt passiert hilft wieviele tun`,
  fr: `habitants gens personnes vivent vit peut peux peuvent dois doit faut fait faire font homme femme pays
    ville monde eau an ans année années jour jours temps heure heures plus mieux meilleur meilleure coûte
    signifie appelle habite trouve inventé écrit mort né dorment dort mange mangent mesure pèse aujourd'hui
    demain beaucoup entre sans sous depuis pendant avant après même aussi très bien haut longtemps loin marche
    fonctionne cuire apprendre différence capitale langue parle t'il t'on l d c s m n j quelqu'un`,
  pt: `pessoas vivem vive moram mora posso pode podem devo deve fazer faz homem mulher país países cidade mundo
    água ano anos dia dias tempo hora horas melhor maior vida chama custa significa escreveu inventou morreu
    nasceu serve funciona mede pesa hoje amanhã bem fica ficam dorme dormem cozinhar muito muitas muitos sobre
    desde até habitantes dura entre capital animais diferença língua idioma falam fala tenho você meu minha
    preciso aprender vivo alto caiu pintou quem quantas quantos onde`,
  it: `persone vivono vive abitano abita posso può possono devo deve fare fa fanno uomo donna paese paesi città
    mondo acqua anno anni giorno giorni tempo ore ora migliore maggiore vita chiama costa significa scritto
    inventato morto nato serve funziona misura pesa oggi domani bene trova dorme dormono cucinare cuocere molto
    molte molti sotto senza tra fra dopo prima abitanti dura capitale animali differenza lingua parlano parla
    ho mi ti vi mio mia cos cos'è quand dov com'è imparare bisogna alto lungo grande è`,
  nl: `mensen mens wonen woont leven leeft lang lange hoog groot oud ver snel vaak duur warm koud heet betekent
    kost kosten maakt maken maak gaat gaan komt ligt duurt werkt moet moeten mag men meer jaar jaren dag dagen
    uur tijd stad land landen wereld grootste hoogste beste beter goed uitgevonden geschreven stierf geboren
    spreekt spreken eet eten drinken slapen slaapt vandaag morgen zonder tegen tussen tijdens sinds mij me
    alle alles ook al ons verschil hoofdstad inwoners staat kook koken leer leren krijg gebeurt helpt water
    nodig hoelang vliegen schreef`,
};
