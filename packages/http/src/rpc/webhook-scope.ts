import { conflict, DomainError } from "@quarry/plugin/domain";
import { webhookNotFound } from "@quarry/events";
import type { WebhookRecord } from "@quarry/store";
import type { CallContext } from "./handler.ts";

type Caller = Pick<CallContext, "principal">;

/** A key that is limited to some collections knows of the webhooks that tell of these alone, and of no others. */
export const maySeeWebhook = ({ principal }: Caller, webhook: WebhookRecord): boolean => {
  const allowed = principal?.collections;
  return allowed === undefined || webhook.collections?.every((name) => allowed.has(name)) === true;
};

/** The webhook, unless the caller may not know of it: then the same failure as when there is none. */
export const visibleWebhook = (caller: Caller, webhook: WebhookRecord): WebhookRecord => {
  if (!maySeeWebhook(caller, webhook)) throw webhookNotFound(webhook.id);
  return webhook;
};

/** Most webhooks that are only about collections of a limited key: it must not take all that there may be. */
const MAX_WEBHOOKS_OF_LIMITED_KEY = 10;

/** Refuses another webhook to a key that is limited to some collections, when these have their share. */
export const checkShareOfWebhooks = (caller: Caller, all: readonly WebhookRecord[]): void => {
  if (all.filter((webhook) => maySeeWebhook(caller, webhook)).length < MAX_WEBHOOKS_OF_LIMITED_KEY) return;
  throw conflict(
    `webhooks: the collections of this key, which is limited to some, may have ${MAX_WEBHOOKS_OF_LIMITED_KEY}, and they do`,
  );
};

/** Refuses a webhook for all collections to a key that is limited to some: it would tell of the others. */
export const refuseAllCollections = ({ principal }: Caller): void => {
  if (principal?.collections === undefined) return;
  throw new DomainError({
    code: "permission_denied",
    message: "collections: must name collections of this key, which is limited to some; got null, which means all",
  });
};
