import { createQuarryClient, QuarryError } from "@quarry/client";
import type { ServiceAddress } from "../settings.ts";
import { VERSION } from "../version.ts";
import { type Finding, ok, problem, skipped, warning, messageOf } from "./finding.ts";

const TIMEOUT_MS = 15_000;
/** Tolerated clock difference: the `Date` of a response has whole seconds, and a response takes time. */
const CLOCK_TOLERANCE_MS = 5_000;

/** Checks the running service by its health endpoints. Returns undefined if no service answers at the address. */
export const checkService = async (address: ServiceAddress): Promise<readonly Finding[] | undefined> => {
  const { url } = address;
  const answer = await fetchJson(`${url}/health`);
  if (answer === undefined) return undefined;
  const version = (answer.body as { readonly version?: unknown } | undefined)?.version;
  if (answer.status !== 200 || typeof version !== "string") {
    const detail = `${url}/health answers ${answer.status} without a version`;
    return [problem("service", detail, "is it Quarry? --url or QUARRY_URL says where the service is")];
  }
  return [
    ok("service", `answers at ${url}`),
    versionFinding(version),
    clockFinding(answer.date, answer.requestedAt),
    ...(await readiness(url)),
    await keyFinding(address),
  ];
};

interface ServiceAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly date: string | null;
  /** Midpoint between sending the request and receiving the response. */
  readonly requestedAt: number;
}

const fetchJson = async (url: string): Promise<ServiceAnswer | undefined> => {
  const before = Date.now();
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const requestedAt = (before + Date.now()) / 2;
    const body = (await response.json().catch(() => undefined)) as unknown;
    return { status: response.status, body, date: response.headers.get("date"), requestedAt };
  } catch {
    return undefined;
  }
};

const versionFinding = (version: string): Finding =>
  version === VERSION
    ? ok("service version", version)
    : warning(
        "service version",
        `the service is ${version}, this program is ${VERSION}`,
        "use the command line of the service's version",
      );

const clockFinding = (date: string | null, requestedAt: number): Finding => {
  const aheadMs = date === null ? Number.NaN : Date.parse(date) - requestedAt;
  if (Number.isNaN(aheadMs)) return skipped("clock", "the service does not say what time it is");
  return clockOf("clock", aheadMs, "the service");
};

/** Returns the finding on a clock that is `aheadMs` milliseconds ahead of this machine's. */
export const clockOf = (check: string, aheadMs: number, whose: string): Finding => {
  if (Math.abs(aheadMs) <= CLOCK_TOLERANCE_MS) return ok(check, `${whose} has the time of this machine`);
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  const detail = `${whose} is ${seconds} s ${aheadMs > 0 ? "ahead of" : "behind"} this machine`;
  return warning(check, detail, "set the clocks by NTP: signatures, expiry and leases go by them");
};

const PARTS = {
  database: "look at the log of the service, and whether the database of SERVICE_DATABASE_URL runs",
  vector_store: "look at the log of the service, and at quarry stores",
  cache: "look at the log of the service, and whether the Redis of SERVICE_REDIS_URL runs",
} as const;

const readiness = async (url: string): Promise<readonly Finding[]> => {
  const answer = await fetchJson(`${url}/health/ready`);
  const body = answer?.body as Readonly<Record<string, unknown>> | undefined;
  if (body === undefined || typeof body["database"] !== "boolean") {
    return [problem("readiness", "the service does not say whether it is ready", "look at the log of the service")];
  }
  return Object.entries(PARTS).map(([part, remedy]) =>
    body[part] === true ? ok(part, "answers the service") : problem(part, "does not answer the service", remedy),
  );
};

const keyFinding = async ({ url, apiKey, apiKeyFrom, isLocal }: ServiceAddress): Promise<Finding> => {
  if (apiKey === undefined) {
    const orFolder = isLocal ? ", or name its data folder in SERVICE_DATA_DIR" : "";
    const remedy = `give one in QUARRY_API_KEY${orFolder}; the service says at its start where its secret is`;
    return problem("api key", "none is given", remedy);
  }
  const client = createQuarryClient({ baseUrl: url, apiKey, timeoutMs: TIMEOUT_MS });
  try {
    await client.platform.getPlatformStats({});
    return ok("api key", `that of ${apiKeyFrom} is known to the service (quarry keys check tells what it may)`);
  } catch (error) {
    const code = error instanceof QuarryError ? error.code : undefined;
    if (code === "unauthenticated")
      return problem(
        "api key",
        `the service does not know that of ${apiKeyFrom}`,
        "give another one in QUARRY_API_KEY",
      );
    return problem("api key", `could not be tried: ${messageOf(error)}`, "look at the log of the service");
  } finally {
    client.close();
  }
};
