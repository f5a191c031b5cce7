import { webhooks as texts } from "../../strings/webhooks.ts";
import type { Webhook } from "./use-webhooks.ts";

/** Name of a webhook: its description, or its target URL without one. */
export const nameOfWebhook = ({ description, url }: Webhook): string => {
  if (description !== "") return description;
  return URL.canParse(url) ? new URL(url).host : url;
};

export const nameOfEvent = (event: string): string => texts.events[event]?.label ?? event;

/** Collections whose events the webhook receives. */
export const scopeOf = ({ collections }: Webhook): string => {
  if (collections === null) return texts.allCollections;
  return collections.length === 0 ? texts.noCollections : texts.collections(collections);
};
