import type { DocumentTable } from './document-table.ts';

/** The page without JavaScript, in Arabic. */
export const table: DocumentTable = {
  field: 'سؤالك',
  ask: 'اسأل',
  searching: 'جارٍ البحث في الويب…',
  sources: 'المصادر',
  nothingFound: 'لم يُعثر على مصادر.',
  writing: 'جارٍ كتابة الإجابة…',
  answer: 'الإجابة',
  done: 'تمّ.',
  empty: 'اكتب سؤالًا واضغط «اسأل».',
  tooLong: 'السؤال أطول من {count} حرف.',
  formOnly: 'اضغط «اسأل» للبحث عن هذا.',
  ahead: 'لا تُحمَّل الإجابات مسبقًا: افتح هذا العنوان لتسأل.',
  keyNeeded:
    'تتطلب هذه الخدمة مفتاحًا، ولا يمكن إرساله عبر استمارة ويب. استخدم الصفحة مع JavaScript، فهي تطلب المفتاح، أو أرسله بالصيغة «Authorization: Bearer KEY» مع طلب إلى /api/v1/query.',
  failed: 'لا توجد إجابة:',
};
