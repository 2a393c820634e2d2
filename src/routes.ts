import type { AddRoutes } from './faces/http/app.ts';
import type { HttpParts } from './faces/http/parts.ts';
import { serveAsk } from './faces/rest/ask.ts';
import { serveHealth } from './faces/rest/health.ts';
import { serveMetrics } from './faces/rest/metrics.ts';
import { describeApi } from './faces/rest/openapi.ts';
import { serveProbes } from './faces/rest/probes.ts';
import { serveQuery } from './faces/rest/query.ts';
import { serveDocuments } from './faces/site/documents/serve-documents.ts';
import { servePage } from './faces/site/page.ts';
import { serveSearchPage } from './faces/site/search-page/search-page.ts';
import { serveSite } from './faces/site/serve-site.ts';
import { serveSiteIcon } from './faces/site/site-icon.ts';

/** The routes of all protocols, built from the same parts. */
export function routesOf(parts: HttpParts): AddRoutes {
  return async (app, stopping) => {
    await describeApi(app, parts.status().version, parts.apiKeys.length > 0);
    serveHealth(app, parts);
    serveProbes(app, parts);
    serveMetrics(app, parts);
    const answererFor = await serveDocuments(app, parts);
    const answering = { ...parts, answererFor };
    serveAsk(app, answering, stopping);
    serveQuery(app, answering, stopping);
    await serveSearchPage(app, answering, stopping);
    serveSite(app);
    serveSiteIcon(app, parts, stopping);
    await servePage(app, parts);
  };
}
