import { PageSources } from "@quarry/catalog";
import type { Settings } from "@quarry/host";
import { limits } from "@quarry/plugin/domain";

/**
 * Where pages may be fetched from. Unlike a webhook, a page gives what it answers to whoever may read: what listens on this
 * machine alone is not for callers, unless the operator says so.
 */
export const pageSourcesLayer = (settings: Settings) =>
  PageSources.layer({
    isOpen: settings.fetch,
    rules: {
      allowPrivate: settings.fetchAllowPrivate,
      allowLocal: settings.fetchAllowPrivate,
      localSetting: "SERVICE_FETCH_ALLOW_PRIVATE",
      allowPlain: true,
      ownPort: settings.port,
    },
    timeoutMs: settings.fetchTimeoutSeconds * 1000,
    maxBytes: Math.min(settings.fetchMaxSizeMegabytes, settings.maxUploadSizeMegabytes) * limits.BYTES_PER_MB,
  });
