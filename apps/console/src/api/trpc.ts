import type { ConsoleRouter } from "@quarry/http/console";
import { createTRPCClient, httpBatchLink, httpSubscriptionLink, splitLink } from "@trpc/client";

const url = "/console/trpc";

/** Client for aggregated reads, live updates and calls that only the console needs. Typed by the server's router. */
export const trpc = createTRPCClient<ConsoleRouter>({
  links: [
    splitLink({
      condition: ({ type }) => type === "subscription",
      true: httpSubscriptionLink({ url }),
      false: httpBatchLink({ url, maxURLLength: 2_000 }),
    }),
  ],
});
