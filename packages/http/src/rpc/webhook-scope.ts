import { conflict } from "@quarry/plugin/domain";
import { webhookNotFound } from "@quarry/events";
import type { WebhookRecord } from "@quarry/store";
import { type CallContext, permissionDenied } from "./handler.ts";

type Caller = Pick<CallContext, "principal">;

/**
 * Whether the caller may see a webhook. A key that is limited to certain collections sees only webhooks for these
 * alone.
 */
export const maySeeWebhook = ({ principal }: Caller, webhook: WebhookRecord): boolean => {
  const allowed = principal?.collections;
  return allowed === undefined || webhook.collections?.every((name) => allowed.has(name)) === true;
};

/** Returns the webhook if the caller may see it; otherwise throws the same error as for an unknown webhook. */
export const visibleWebhook = (caller: Caller, webhook: WebhookRecord): WebhookRecord => {
  if (!maySeeWebhook(caller, webhook)) throw webhookNotFound(webhook.id);
  return webhook;
};

/** Maximum number of webhooks for the collections of a limited key: it must not use up the global limit. */
const MAX_WEBHOOKS_OF_LIMITED_KEY = 10;

/**
 * Throws if a key that is limited to certain collections requests another webhook and these already have their share.
 */
export const checkShareOfWebhooks = (caller: Caller, all: readonly WebhookRecord[]): void => {
  if (all.filter((webhook) => maySeeWebhook(caller, webhook)).length < MAX_WEBHOOKS_OF_LIMITED_KEY) return;
  throw conflict(
    `webhooks: the collections of this key, which is limited to some, may have ${MAX_WEBHOOKS_OF_LIMITED_KEY}, and this limit is reached`,
  );
};

/** Throws if a key that is limited to certain collections requests a webhook for all: it would reveal the others. */
export const refuseAllCollections = ({ principal }: Caller): void => {
  if (principal?.collections === undefined) return;
  throw permissionDenied(
    "collections: must name collections of this key, which is limited to some; got null, which means all",
  );
};
