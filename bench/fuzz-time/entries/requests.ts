import type { IncomingHttpHeaders } from 'node:http';
import { toTerminalText } from '../../../src/commands/print-answer.ts';
import { printable } from '../../../src/commands/printable.ts';
import { loadSettings } from '../../../src/config/load.ts';
import { unknownNames } from '../../../src/config/unknown-names.ts';
import { ANY_SCOPE } from '../../../src/core/scope.ts';
import { canonicalPath } from '../../../src/interfaces/http/app.ts';
import { networkOf } from '../../../src/interfaces/http/caller.ts';
import { checkedText } from '../../../src/interfaces/http/checked-text.ts';
import { createOriginList } from '../../../src/interfaces/http/foreign-pages.ts';
import { boundedField, preferredWaitSeconds } from '../../../src/interfaces/http/header-fields.ts';
import { forgetForwardedPorts, preflightHeadersFor } from '../../../src/interfaces/http/hooks.ts';
import { parseJson } from '../../../src/interfaces/http/input.ts';
import { preferencesOf, questionOfCall } from '../../../src/interfaces/http/question-of-call.ts';
import { toSite } from '../../../src/interfaces/http/scope.ts';
import { withSiteOperators } from '../../../src/interfaces/http/to-question.ts';
import { wantedKinds } from '../../../src/interfaces/rest/event-stream.ts';
import { formOf } from '../../../src/interfaces/rest/negotiate.ts';
import { toQuestionDocument } from '../../../src/interfaces/site/built-site.ts';
import { documentPage, pageOf } from '../../../src/interfaces/site/documents/document-page.ts';
import { wordsFor } from '../../../src/interfaces/site/documents/words.ts';
import { redirectTrailingSlash } from '../../../src/interfaces/site/site.ts';
import { addressOfImage, iconAddress, pictureAddress } from '../../../src/interfaces/site/site-images.ts';
import { EventReader } from '../../../src/interfaces/wyoming/event-reader.ts';
import { isInNetwork, isMetadataHost, isPublicAddress } from '../../../src/net/addresses.ts';
import { pageReasonClass } from '../../../src/observe/answer-metrics.ts';
import { toReadableLine } from '../../../src/observe/log.ts';
import { parseTraceparent } from '../../../src/observe/tracing.ts';
import type { Entry } from '../entry.ts';
import { ANSWER, DOCUMENT, ERROR, FIELD, HEADER, LINE, QUESTION, SETTING } from '../limits.ts';

const place = 'loop';
const BODY = 200_000;
type Headers = IncomingHttpHeaders;
/** A request as the functions below see it. */
const requestWith = <T>(headers: Headers): T => ({ method: 'GET', headers, raw: { headers } }) as T;

export const requestEntries: readonly Entry[] = [
  {
    name: 'interfaces/wyoming/event-reader.ts EventReader',
    maxChars: LINE,
    place,
    run: (text) => new EventReader(10 * LINE).read(Buffer.from(`{"type": ${JSON.stringify(text)}}\n`)).next(),
  },
  { name: 'interfaces/rest/negotiate.ts formOf', maxChars: HEADER, place, run: formOf },
  { name: 'interfaces/site/documents/words.ts wordsFor', maxChars: HEADER, place, run: wordsFor },
  {
    name: 'interfaces/http/header-fields.ts preferredWaitSeconds',
    maxChars: HEADER,
    place,
    run: preferredWaitSeconds,
  },
  {
    name: 'interfaces/http/app.ts canonicalPath',
    maxChars: HEADER,
    place,
    run: (text) => canonicalPath({ url: `/${text}` }),
  },
  {
    name: 'interfaces/http/foreign-pages.ts createOriginList',
    maxChars: HEADER,
    place,
    run: (text) => createOriginList(['http://localhost:*']).has(text),
  },
  {
    name: 'interfaces/http/hooks.ts preflightHeadersFor',
    maxChars: HEADER,
    place,
    run: (text) =>
      preflightHeadersFor(requestWith({ origin: text, 'access-control-request-headers': text }), {
        ...{ allows: () => true, asksForKeys: false },
      }),
  },
  { name: 'interfaces/http/header-fields.ts boundedField', maxChars: HEADER, place, run: boundedField },
  { name: 'interfaces/http/scope.ts toSite', maxChars: BODY, place, run: toSite },
  {
    name: 'interfaces/http/to-question.ts withSiteOperators',
    maxChars: BODY,
    place,
    run: (text) => withSiteOperators(text, ANY_SCOPE),
  },
  {
    name: 'interfaces/http/checked-text.ts checkedText',
    maxChars: BODY,
    place,
    run: (text) => checkedText(text, { maxQueryChars: BODY }),
  },
  {
    name: 'interfaces/http/question-of-call.ts questionOfCall',
    maxChars: BODY,
    place,
    run: (text) =>
      questionOfCall({ text, timeoutMs: 1 }, { request: requestWith({}), reply: requestWith({}) }),
  },
  {
    name: 'interfaces/http/question-of-call.ts preferencesOf',
    maxChars: HEADER,
    place,
    run: (text) =>
      preferencesOf(requestWith({ 'cache-control': text, 'accept-language': text, prefer: text })),
  },
  { name: 'interfaces/http/caller.ts networkOf', maxChars: HEADER, place, run: networkOf },
  {
    name: 'interfaces/http/hooks.ts forgetForwardedPorts',
    maxChars: HEADER,
    place,
    run: (text) => forgetForwardedPorts(requestWith({ 'x-forwarded-for': text })),
  },
  {
    name: 'interfaces/site/site.ts redirectTrailingSlash',
    maxChars: HEADER,
    place,
    run: (text) =>
      redirectTrailingSlash({ originalUrl: `/${text}/`, url: `/${text}` }, {
        redirect: () => undefined,
      } as never),
  },
  { name: 'interfaces/rest/event-stream.ts wantedKinds', maxChars: HEADER, place, run: wantedKinds },
  {
    name: 'interfaces/site/site-images.ts addressOfImage',
    maxChars: HEADER,
    place,
    run: (text) => addressOfImage('icon', new URLSearchParams({ site: text, sign: text })),
  },
  {
    name: 'interfaces/site/site-images.ts iconAddress',
    maxChars: LINE,
    place,
    run: (text) => iconAddress(`https://a/${text}`),
  },
  {
    name: 'interfaces/site/site-images.ts pictureAddress',
    maxChars: LINE,
    place,
    run: (text) => pictureAddress(`https://a/${text}`),
  },
  { name: 'interfaces/http/input.ts parseJson', maxChars: BODY, place, run: parseJson },
  {
    name: 'interfaces/site/built-site.ts toAskedDocument',
    maxChars: QUESTION,
    place,
    run: (text) => toQuestionDocument('<html ><head></head></html>', text, {}),
  },
  {
    name: 'interfaces/site/documents/document-page.ts documentPage',
    maxChars: DOCUMENT,
    place,
    run(text) {
      const pieces = text.match(/[\s\S]{1,4000}/g) ?? [];
      const parts = (from?: number, to?: number) => pieces.slice(from, to);
      const document = { title: text.slice(0, 120), partCount: pieces.length, parts };
      return [...documentPage(document, pageOf(document, new URLSearchParams()), wordsFor('en'))];
    },
  },
  { name: 'observe/tracing.ts parseTraceparent', maxChars: HEADER, place, run: parseTraceparent },
  { name: 'observe/answer-metrics.ts pageReasonClass', maxChars: FIELD, place, run: pageReasonClass },
  {
    name: 'observe/log.ts toReadableLine',
    maxChars: ERROR,
    place,
    run: (text) => toReadableLine(JSON.stringify({ level: 30, time: 0, msg: text, cause: text })),
  },
  {
    name: 'net/addresses.ts isPublicAddress',
    maxChars: LINE,
    place,
    run: (text) => [isPublicAddress(text), isInNetwork(text, '10.0.0.0', 8)],
  },
  { name: 'net/addresses.ts isMetadataHost', maxChars: LINE, place, run: isMetadataHost },
  { name: 'commands/printable.ts printable', maxChars: ANSWER, place: 'command', run: printable },
  {
    name: 'commands/print-answer.ts toTerminalText',
    maxChars: ANSWER,
    place: 'command',
    run: toTerminalText,
  },
  ...[
    'SEARCH_PRIMARY_URL',
    'MODEL_BASE_URL',
    'MODEL_API_KEY',
    'PAGE_ALLOW',
    'TRUST_PROXY',
    'API_KEYS',
    'RATE_LIMIT',
    'CONTACT',
    'SEARCH_LANGUAGE',
    'REDIS_URL',
    'MODEL_PROVIDER',
    'MODEL_NAME',
  ].map(
    (name): Entry => ({
      name: `config/load.ts loadSettings (${name})`,
      maxChars: SETTING,
      place: 'command',
      run: (text) =>
        loadSettings({ SEARCH_PRIMARY_URL: 'http://a', MODEL_NAME: 'a', MODEL_API_KEY: 'a', [name]: text }),
    }),
  ),
  {
    name: 'config/unknown-names.ts unknownNames',
    maxChars: 1_000,
    place: 'command',
    run: (text) => unknownNames([text, `MODEL_${text}`]),
  },
];
