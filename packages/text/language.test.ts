import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { detectLanguage, isLanguageTag } from './language.ts';

const QUESTIONS: Readonly<Record<string, readonly string[]>> = {
  en: ['What is water?', 'who wrote the Iliad', 'How many people live in São Paulo?', 'What does 水 mean?'],
  es: ['¿Cuál es la capital de Angola?', '¿Quién escribió el Quijote?', '¿Dónde está el lago Titicaca?'],
  de: [
    'Wie hoch ist der Mount Everest?',
    'Wer war Goethe und wo lebte er?',
    'Was ist die Hauptstadt von Angola?',
  ],
  fr: [
    "Quelle est la capitale de l'Angola ?",
    'Où se trouve le mont Blanc ?',
    'Pourquoi le ciel est-il bleu ?',
  ],
  pt: ['Qual é a capital de Angola?', 'Onde fica o rio Amazonas e quem o descobriu?'],
  it: ["Qual è la capitale dell'Angola?", 'Chi ha scritto la Divina Commedia?'],
  nl: ['Wat is de hoofdstad van Angola?', 'Waarom is het water in de zee zout?'],
  ja: ['アンゴラの首都はどこですか？', 'Node.jsとは何ですか'],
  zh: ['安哥拉的首都是哪里？', '为什么天空是蓝色的'],
  ko: ['앙골라의 수도는 어디입니까?'],
  ru: ['Какая столица Анголы?', 'Кто написал «Войну и мир»?'],
  ar: ['ما هي عاصمة أنغولا؟'],
  el: ['Ποια είναι η πρωτεύουσα της Αγκόλας;'],
  he: ['מהי בירת אנגולה?'],
  th: ['เมืองหลวงของแองโกลาคืออะไร'],
  hi: ['अंगोला की राजधानी क्या है?'],
};

for (const [language, questions] of Object.entries(QUESTIONS))
  test(`knows questions in ${language}`, () => {
    assert.deepEqual(
      questions.map((question) => detectLanguage(question)),
      questions.map(() => language),
    );
  });

/** Ten everyday questions in each language that is detected. */
const EVERYDAY: Readonly<Record<string, string>> = {
  en: `How many people live in Japan?|How do I boil an egg?|Why is the sky blue?|What time is it in Tokyo?
    Who invented the telephone?|How tall is Mount Everest?|When did Rome fall?|How long do elephants live?
    Where can I buy stamps?|Is coffee good for you?`,
  es: `¿Cuántas personas viven en Japón?|¿Cómo se hace una tortilla?|¿Por qué el cielo es azul?
    ¿Qué hora es en Tokio?|¿Quién inventó el teléfono?|¿Cuánto mide el Everest?|¿Cuándo cayó Roma?
    ¿Cuánto tiempo viven los elefantes?|¿Dónde puedo comprar sellos?|cuanto cuesta un billete de tren`,
  de: `Wie viele Menschen leben in Japan?|Wie lange leben Elefanten in Afrika?
    Wie viele Menschen leben in Berlin?|Wie kocht man ein Ei?|Warum ist der Himmel blau?
    Wie spät ist es in Tokio?|Wer hat das Telefon erfunden?|Wann fiel die Berliner Mauer?
    Wo kann ich Briefmarken kaufen?|Wie viel Wasser soll man trinken?`,
  fr: `Combien de personnes vivent au Japon ?|Comment faire une omelette ?|Pourquoi le ciel est bleu ?
    Quelle heure est-il à Tokyo ?|Qui a inventé le téléphone ?|Quand Rome est-elle tombée ?
    Combien de temps vivent les éléphants ?|Où acheter des timbres ?|Que mangent les pandas ?
    Combien coûte un billet de train ?`,
  pt: `Quantas pessoas vivem no Japão?|Como se faz uma omelete?|Por que o céu é azul?|Que horas são em Tóquio?
    Quem inventou o telefone?|Quando caiu o Império Romano?|Quanto tempo vivem os elefantes?
    Onde posso comprar selos?|O que comem os pandas?|Quanto custa um bilhete de trem?`,
  it: `Quante persone vivono in Giappone?|Come si fa una frittata?|Perché il cielo è blu?
    Che ore sono a Tokyo?|Chi ha inventato il telefono?|Quanto è alto l'Everest?
    Quanto vivono gli elefanti?|Dove posso comprare i francobolli?|Cosa mangiano i panda?
    Quanto costa un biglietto del treno?`,
  nl: `Hoeveel mensen wonen er in Japan?|Hoe kook je een ei?|Waarom is de lucht blauw?
    Hoe laat is het in Tokio?|Wie heeft de telefoon uitgevonden?|Hoe hoog is de Mount Everest?
    Hoe lang leven olifanten in Afrika?|Waar kan ik postzegels kopen?|Wat eten panda's?
    Wie schreef Max Havelaar en wanneer?`,
  ru: `Сколько людей живёт в Японии?|Как сварить яйцо?|Почему небо голубое?|Который час в Токио?
    Кто изобрёл телефон?|Какая высота Эвереста?|Когда пал Рим?|Сколько живут слоны?
    Где купить марки?|Что едят панды?`,
  ar: `كم عدد سكان اليابان؟|كيف أسلق بيضة؟|لماذا السماء زرقاء؟|كم الساعة في طوكيو؟|من اخترع الهاتف؟
    ما ارتفاع جبل إيفرست؟|متى سقطت روما؟|كم تعيش الفيلة؟|أين أشتري الطوابع؟|ماذا تأكل الباندا؟`,
  ja: `日本には何人住んでいますか|卵はどうやってゆでますか|空はなぜ青いのですか|東京は今何時ですか|電話を発明したのは誰ですか
    エベレストの高さは？|ローマはいつ滅びましたか|象は何年生きますか|切手はどこで買えますか|パンダは何を食べますか`,
  zh: `日本有多少人？|怎么煮鸡蛋？|天空为什么是蓝色的？|东京现在是什么时间？|谁发明了电话？|珠穆朗玛峰有多高？
    罗马是什么时候灭亡的？|大象的寿命是多少？|在哪里可以买到邮票？|熊猫吃什么？`,
  ko: `일본에는 몇 명이 사나요?|달걀을 어떻게 삶나요?|하늘은 왜 파란가요?|도쿄는 지금 몇 시인가요?|전화를 누가 발명했나요?
    에베레스트의 높이는?|로마는 언제 멸망했나요?|코끼리는 얼마나 사나요?|우표는 어디서 사나요?|판다는 무엇을 먹나요?`,
  el: `Πόσοι άνθρωποι ζουν στην Ιαπωνία;|Πώς βράζω ένα αυγό;|Γιατί ο ουρανός είναι μπλε;
    Τι ώρα είναι στο Τόκιο;|Ποιος εφηύρε το τηλέφωνο;|Πόσο ψηλό είναι το Έβερεστ;|Πότε έπεσε η Ρώμη;
    Πόσο ζουν οι ελέφαντες;|Πού αγοράζω γραμματόσημα;|Τι τρώνε τα πάντα;`,
  he: `כמה אנשים חיים ביפן?|איך מבשלים ביצה?|למה השמיים כחולים?|מה השעה בטוקיו?|מי המציא את הטלפון?
    מה גובה האוורסט?|מתי נפלה רומא?|כמה שנים חיים פילים?|איפה קונים בולים?|מה אוכלים פנדות?`,
  th: `ญี่ปุ่นมีประชากรกี่คน|ต้มไข่อย่างไร|ทำไมท้องฟ้าเป็นสีฟ้า|ตอนนี้โตเกียวกี่โมง|ใครประดิษฐ์โทรศัพท์
    เอเวอเรสต์สูงเท่าไร|กรุงโรมล่มสลายเมื่อไร|ช้างอายุยืนกี่ปี|ซื้อแสตมป์ได้ที่ไหน|แพนด้ากินอะไร`,
  hi: `जापान में कितने लोग रहते हैं?|अंडा कैसे उबालें?|आसमान नीला क्यों है?|टोक्यो में कितने बजे हैं?
    टेलीफोन का आविष्कार किसने किया?|एवरेस्ट कितना ऊँचा है?|रोम का पतन कब हुआ?|हाथी कितने साल जीते हैं?
    डाक टिकट कहाँ मिलते हैं?|पांडा क्या खाते हैं?`,
};

for (const [language, list] of Object.entries(EVERYDAY))
  test(`knows ten everyday questions in ${language}`, () => {
    const questions = list.split(/[|\n]/u).map((question) => question.trim());
    assert.equal(questions.length, 10);
    assert.deepEqual(
      questions.map((question) => [question, detectLanguage(question)]),
      questions.map((question) => [question, language]),
    );
  });

test('two function words suffice, one does not', () => {
  assert.deepEqual([detectLanguage('the cat of Oslo'), detectLanguage('the cat')], ['en', 'und']);
  assert.deepEqual([detectLanguage('der Berg und Tal'), detectLanguage('und Tal')], ['de', 'und']);
});

test('returns und if it is not sure', () => {
  const unsure = [
    '',
    '42 ?!',
    'Angola',
    'La La Land',
    'Les Misérables',
    'capital Angola',
    'El Niño',
    'la de',
    'Le Monde',
    'Die Zeit',
    'Die Hard',
    // Headlines that may be Chinese or Japanese; Ukrainian, Bulgarian, Persian; Armenian.
    '東京都人口',
    'Яка столиця України?',
    'Каква е столицата на България и къде е?',
    'پایتخت آنگولا کجاست؟',
    'Որն է մայրաքաղաքը',
  ];
  for (const text of unsure) assert.equal(detectLanguage(text), 'und', text);
});

test('returns a code of two letters or und for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => /^(?:[a-z]{2}|und)$/.test(detectLanguage(text))),
  );
});

test('a third of letters in another script decides, less does not', () => {
  assert.equal(detectLanguage('is it です'), 'ja');
  assert.equal(detectLanguage('is it as です'), 'en');
  assert.equal(detectLanguage('what is the は'), 'en');
});

test('a tag has at most 35 characters', () => {
  const tag = (chars: number) => `de-${'abcdefgh-'.repeat(4)}`.slice(0, chars);
  assert.deepEqual([isLanguageTag(tag(35)), isLanguageTag(`${tag(35)}a`)], [true, false]);
});
