import { webhooks as texts } from "../../strings/webhooks.ts";
import type { Webhook } from "./use-webhooks.ts";

/** Returns the name of a webhook: its description, or else its target URL. */
export const nameOfWebhook = ({ description, url }: Webhook): string => {
  if (description !== "") return description;
  return URL.canParse(url) ? new URL(url).host : url;
};

export const nameOfEvent = (event: string): string => texts.events[event]?.label ?? event;

/** Returns the collections whose events the webhook receives. */
export const scopeOf = ({ collections }: Webhook): string => {
  if (collections === null) return texts.allCollections;
  return collections.length === 0 ? texts.noCollections : texts.collections(collections);
};
