import type { LogLine } from "./server-process.ts";
import type { TestServer } from "./test-server.ts";
import { until } from "./until.ts";

/** Waits for the log line about the recovery of the last start, which runs while the server already responds. */
export const recovered = ({ process }: TestServer): Promise<LogLine> =>
  until("the start to have put right what there was", async () => process.log.find(({ msg }) => msg === "recovered"));
