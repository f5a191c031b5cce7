import { randomBytes } from "node:crypto";
import { MeasuredProcess } from "./measured-process.ts";

const MAIN = new URL("../../../../apps/server/src/main.ts", import.meta.url);

/** Those of the script "start" in package.json. */
export const START_NODE_OPTIONS = "--max-semi-space-size=4";

/** The service as `npm start` runs it, on a data folder of the bench's. */
export interface QuarryServer extends AsyncDisposable {
  readonly process: MeasuredProcess;
  /** Value of the `Authorization` header. */
  readonly authorization: string;
}

export const startQuarry = async (
  dataDirectory: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<QuarryServer> => {
  const secret = randomBytes(32).toString("base64url");
  const measured = await MeasuredProcess.start(MAIN, [], {
    SERVICE_API_SECRET: secret,
    SERVICE_DATA_DIR: dataDirectory,
    SERVICE_HOST: "127.0.0.1",
    SERVICE_PORT: "0",
    SERVICE_LOG_LEVEL: "error",
    NODE_OPTIONS: START_NODE_OPTIONS,
    ...environment,
  });
  return {
    process: measured,
    authorization: `Bearer ${secret}`,
    [Symbol.asyncDispose]: () => measured.stop(),
  };
};
