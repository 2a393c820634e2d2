import type { FindSiteIcon, House } from '../../core/house.ts';
import type { FaceParts } from '../http/face-parts.ts';
import type { SendProblem } from '../http/problems.ts';
import type { Protocol } from '../http/protocol.ts';
import { type BuiltSite, serveBuiltSite } from './built-site.ts';
import { type ServedDocuments, serveDocuments } from './documents/serve-documents.ts';
import { redirectTrailingSlash } from './one-address.ts';
import { serveSearchPage } from './search-page/search-page.ts';
import { serveSiteIcon } from './site-icon.ts';
import { serveWellKnownFiles } from './well-known-files.ts';

/** The parts from which the site is built: functions of the service, and limits. */
export type SiteParts = BuiltSite &
  ServedDocuments &
  Pick<FaceParts, 'houseFor'> & {
    /** Turns the text of one answer into events with the blocks of its HTML. */
    readonly derived: Pick<House['derived'], 'answer-block'>;
    /** Finds the icons of sources' sites; null if they are switched off. */
    readonly siteIcon: FindSiteIcon | null;
    readonly maxQueryChars: number;
    /** The longest time an answer may take, in milliseconds. */
    readonly answerDeadlineMs: number;
  };

/**
 * Everything that people see: the site, answers without JavaScript, documents, icons of sources, and files
 * for crawlers.
 */
export function createSite(parts: SiteParts): Protocol {
  return {
    prefixes: ['/'],
    isOpenToPages: true,
    sendProblem,
    async addRoutes(app, stopping) {
      app.addHook('onRequest', redirectTrailingSlash);
      serveDocuments(app, parts);
      await serveSearchPage(app, { ...parts, inBlocks: parts.derived['answer-block'] }, stopping);
      serveWellKnownFiles(app);
      serveSiteIcon(app, parts.siteIcon, stopping);
      await serveBuiltSite(app, parts);
    },
  };
}

/** Errors outside the search page are read by scripts. */
const sendProblem: SendProblem = ({ message }, _request, reply) => reply.send({ error: message });
