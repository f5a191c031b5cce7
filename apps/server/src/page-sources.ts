import { PageSources } from "@quarry/catalog";
import type { Settings } from "@quarry/host";
import { limits } from "@quarry/plugin/domain";

/**
 * Rules for the sources of pages. Unlike a webhook, a fetched page shows its content to every reader: services that
 * listen only on this machine are not accessible to callers, unless the operator allows it.
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
