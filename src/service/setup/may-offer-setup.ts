import { type Settings, settingsTable } from '../../config/settings.ts';
import { isLoopback } from '../../lib/text/url.ts';

/**
 * Whether the page may set the service up: there is neither a search besides the usual Wikipedia nor a model,
 * and only this machine can reach the service, without a key.
 */
export function mayOfferSetup(settings: Settings): boolean {
  const { primaryUrl, secondaryUrl, tertiaryUrl, modelProvider } = settings;
  const hasSearch = primaryUrl !== null || secondaryUrl !== null;
  const isUsual = tertiaryUrl === null || tertiaryUrl === settingsTable.tertiaryUrl.fallback;
  const isPrivate = isLoopback(settings.host) && settings.publicUrl === null;
  const isDirect = settings.trustProxy.length === 0 && settings.apiKeys.length === 0;
  return modelProvider === null && !hasSearch && isUsual && isPrivate && isDirect;
}
