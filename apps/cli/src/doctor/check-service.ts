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
    return [problem("service", detail, "is it Quarry? Set the service's address with --url or QUARRY_URL")];
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
        "use the CLI of the service's version",
      );

const clockFinding = (date: string | null, requestedAt: number): Finding => {
  const aheadMs = date === null ? Number.NaN : Date.parse(date) - requestedAt;
  if (Number.isNaN(aheadMs)) return skipped("clock", "the service does not report its time");
  return clockOf("clock", aheadMs, "the service");
};

/** Returns the finding on a clock that is `aheadMs` milliseconds ahead of this machine's. */
export const clockOf = (check: string, aheadMs: number, whose: string): Finding => {
  if (Math.abs(aheadMs) <= CLOCK_TOLERANCE_MS) return ok(check, `the clock of ${whose} agrees with this machine's`);
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  const detail = `${whose} is ${seconds} s ${aheadMs > 0 ? "ahead of" : "behind"} this machine`;
  return warning(check, detail, "synchronise the clocks with NTP: signatures, expiry and leases depend on them");
};

const PARTS = {
  database: "check the service's log, and that the database in SERVICE_DATABASE_URL runs",
  vector_store: "check the service's log, and quarry stores",
  cache: "check the service's log, and that the Redis in SERVICE_REDIS_URL runs",
} as const;

const readiness = async (url: string): Promise<readonly Finding[]> => {
  const answer = await fetchJson(`${url}/health/ready`);
  const body = answer?.body as Readonly<Record<string, unknown>> | undefined;
  if (body === undefined || typeof body["database"] !== "boolean") {
    return [problem("readiness", "the service does not report its readiness", "check the service's log")];
  }
  return Object.entries(PARTS).map(([part, remedy]) =>
    body[part] === true
      ? ok(part, "reachable from the service")
      : problem(part, "not reachable from the service", remedy),
  );
};

const keyFinding = async ({ url, apiKey, apiKeyFrom, isLocal }: ServiceAddress): Promise<Finding> => {
  if (apiKey === undefined) {
    const orFolder = isLocal ? ", or SERVICE_DATA_DIR to its data folder" : "";
    const remedy = `set QUARRY_API_KEY${orFolder}; at its start the service prints where its secret is`;
    return problem("api key", "not set", remedy);
  }
  const client = createQuarryClient({ baseUrl: url, apiKey, timeoutMs: TIMEOUT_MS });
  try {
    await client.platform.getPlatformStats({});
    return ok("api key", `the service accepts the key from ${apiKeyFrom} (quarry keys check shows its scope)`);
  } catch (error) {
    const code = error instanceof QuarryError ? error.code : undefined;
    if (code === "unauthenticated")
      return problem("api key", `the service rejects the key from ${apiKeyFrom}`, "set QUARRY_API_KEY to another one");
    return problem("api key", `could not be checked: ${messageOf(error)}`, "check the service's log");
  } finally {
    client.close();
  }
};
