import { isIP } from "node:net";
import type { TargetRules } from "@quarry/events";
import type { Settings } from "@quarry/host";

/**
 * Where webhooks may go. Who can reach the service only from this machine may as well be told of events on it; where
 * others can, a key of theirs must not make the service call what listens on this machine alone.
 */
export const webhookRules = (settings: Settings): TargetRules => ({
  allowPrivate: settings.webhookAllowPrivate,
  allowLocal:
    settings.webhookAllowLocalhost === "auto" ? isLoopback(settings.host) : settings.webhookAllowLocalhost === "true",
  ownPort: settings.port,
});

const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
