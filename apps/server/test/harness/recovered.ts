import type { LogLine } from "./server-process.ts";
import type { TestServer } from "./test-server.ts";
import { until } from "./until.ts";

/** What the last start has put right, which it does while it serves already. */
export const recovered = ({ process }: TestServer): Promise<LogLine> =>
  until("the start to have put right what there was", async () => process.log.find(({ msg }) => msg === "recovered"));
