type Script = { readonly letters: readonly string[]; readonly stop: string; readonly gap: string };

/** Letters, sentence ends and word separators of writing systems that are split in different ways. */
export const SCRIPTS: Readonly<Record<string, Script>> = {
  Latin: { letters: [...'abcdefghijklmnopqrstuvwxyzABCÉßø'], stop: '. ', gap: ' ' },
  Cyrillic: { letters: [...'абвгдежзиклмнопрстуШЯ'], stop: '. ', gap: ' ' },
  Arabic: { letters: [...'ابتثجحخدذرزسشصضطظعغفقكلمنهوي'], stop: '؟ ', gap: ' ' },
  Devanagari: { letters: ['क', 'ख', 'ग', 'नि', 'ष्ट', 'म', 'हिं', 'दी'], stop: '। ', gap: ' ' },
  Thai: { letters: [...'กขคงจชซดตถทนบปผพมยรลวสหอา'], stop: ' ', gap: '' },
  Chinese: { letters: [...'的一是不了人我在有他这为之大来以个中上们'], stop: '。', gap: '' },
  Japanese: { letters: [...'のにはをたがでてとしれさあいうえおアイウ日本語東京'], stop: '。', gap: '' },
  Korean: { letters: [...'가나다라마바사아자차카타파하한국어서울'], stop: '. ', gap: ' ' },
};
