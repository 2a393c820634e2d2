/**
 * Words without a meaning of their own in a question or sentence, one list per language.
 *
 * They are used as one set for all languages, so words with a meaning in another language are omitted: German
 * "war", "man", "hat" and "die", Spanish "son" and "sin", French "or", Italian "come". English "us" is
 * omitted because it may mean the country, and single letters because of vitamins and programming languages.
 */
export const STOP_WORDS: Readonly<Record<string, string>> = {
  english: `a an and any are aren't as at be been being but by can can't could couldn't did didn't do does
    doesn't doing don't each for from had has hasn't have haven't he her hers him his how i if in into is
    isn't it its just me my no nor not of on or our she should so some such than that the their them then
    there these they this those to too was wasn't we were weren't what whats when where which while who
    whom whose why will with won't would you your about please tell explain describe many much`,
  spanish: `al como con cual cuales cuando cuanta cuantas cuanto cuantos cuál cuáles cuándo cuánta cuántas
    cuánto cuántos cómo de del donde dónde el ella ellos en entre es esa ese eso esta este esto está están
    fue fueron ha hay la las le les lo los más muy no o para pero por porque que quien quienes quién
    quiénes qué se ser si sobre su sus también tiene tienen un una unas unos y ya`,
  german: `aber als am an auf aus bei beim bis da damit dass das dem der des dein du ein eine einem einen
    einer eines er es für gibt habe haben hatte ich ihr ihre im ist ja kann können mit nach nicht noch nur
    oder ob sein seine sich sie sind so über um und uns vom von vor wann warum was welche welchem welchen
    welcher welches wem wen wenn wer werden weshalb wie wieso wieviel wir wird wo woher wohin wurde wurden
    zu zum zur zwischen`,
  french: `au aux avec ce cela ces cet cette combien comment dans de des du elle elles en est et eu il ils
    je la laquelle le lequel les lesquelles lesquels leur leurs lui ma mais mes mon ne nos notre nous on
    ont où par pas plus pourquoi qu quand que quel quelle quelles quels qui quoi sa se sera ses si sont
    sur ta te tes toi ton un une vos votre vous y a à été était étaient`,
  portuguese: `a ao aos as com como da das de do dos e ela ele eles em entre era eram essa esse esta este
    está foi foram há isso isto já lhe mais mas na nas nem no nos não o onde os ou para pela pelas pelo
    pelos por porque qual quais quando quanta quantas quanto quantos que quem se sem ser seu seus sua suas
    são também tem têm um uma é`,
  italian: `ai al alla alle allo anche che chi ci con cosa cui da dagli dai dal dalla dalle degli dei del
    della delle dello di dove e ed era erano gli ha hanno i il in la le lo loro ma nei nel nella nelle
    nello non o per perché però più qual quale quali quando quanta quante quanti quanto questa questo qui
    se si sono su sua sue sul sulla sulle suo suoi un una uno è`,
  dutch: `aan als bij dan dat de deze dit door een en er geen had heb hebben heeft hem het hoe hoeveel hun
    ik in is je kan kunnen maar met mijn naar niet nog nu of om onder ook op over te tot uit van veel voor
    waar waarom wanneer waren wat welk welke werd werden wie wij wordt worden ze zich zij zijn zo`,
  russian: `а был была были было быть в во где для до его ее её если есть же за и из или их к как какая
    какие какой какое когда кого кто ли на не но о об он она они от по почему при с сколько со такое такой
    то у чем что чего это`,
  arabic: `ما ماذا من متى أين اين كيف كم لماذا هل هو هي هم في على إلى الى عن أي اي أن ان إن كان كانت هذا
    هذه ذلك التي الذي و او أو مع`,
  japanese: `の は が を に で と も や へ か ね よ から まで より など です ます でし だ た て な ない し い する した して され れる られ ある あり いる いう
    こと もの この その あの これ それ 何 なに なん 誰 だれ どこ いつ なぜ どう どの どれ どんな どちら いくつ いくら とは について ください 教え`,
  chinese: `的 地 得 是 了 着 在 和 与 與 及 或 吗 嗎 呢 吧 什么 什麼 谁 誰 哪 哪里 哪裡 哪儿 哪个 哪個 哪些 何时 何時 何处 怎么 怎麼 怎样 怎樣 怎么样 如何 为什么
    為什麼 为何 多少 几 幾 有 这 這 那 这个 這個 那个 那個 也 都 就 被 把 对 對 从 從 到 于 於 之 其 个 個 请 請 请问`,
  korean: `은 는 이 가 을 를 의 에 에서 와 과 도 로 으로 무엇 무엇입니까 누구 어디 언제 왜 어떻게 어떤 얼마 몇 입니까 인가요`,
};
