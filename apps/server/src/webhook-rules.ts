import { isIP } from "node:net";
import type { TargetRules } from "@quarry/events";
import type { Settings } from "@quarry/host";

/**
 * Rules for the targets of webhooks. If the service is reachable only from this machine, events may go to services on
 * it. If other machines can reach it, their keys must not make the service call what listens only on this machine.
 */
export const webhookRules = (settings: Settings): TargetRules => ({
  allowPrivate: settings.webhookAllowPrivate,
  allowLocal:
    settings.webhookAllowLocalhost === "auto" ? isLoopback(settings.host) : settings.webhookAllowLocalhost === "true",
  ownPort: settings.port,
});

const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
