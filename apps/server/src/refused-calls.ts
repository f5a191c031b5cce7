import type { RequestSummary } from "@quarry/http/protocols";
import type { Logger } from "pino";

/** Maximum number of refused calls of one key logged individually per minute. Further calls are only counted. */
const LINES_A_MINUTE = 20;
const MINUTE_MS = 60_000;

/** Maximum characters logged of a value that a caller sends. */
const MAX_TEXT = 200;

const STATUSES: Readonly<Record<string, number>> = {
  unauthenticated: 401,
  permission_denied: 403,
  resource_exhausted: 429,
};

/**
 * Path of a collection in REST and in the console's mirror of it. In the other protocols the reason names the
 * collection.
 */
const COLLECTION_PATH = /^(?:\/console\/api)?\/v1\/collections\/([^/]{1,200})/;

/**
 * Logs refused calls with the key and the reason: invalid key, missing permission, or exhausted quota. The number of
 * lines per minute and key is limited.
 */
export class RefusedCalls {
  readonly #logger: Pick<Logger, "info">;
  readonly #countsOfMinute = new Map<string, number>();

  constructor(logger: Pick<Logger, "info">) {
    this.#logger = logger;
  }

  record(summary: RequestSummary): void {
    const status = refusalOf(summary);
    if (status === undefined) return;
    const { requestId, method, route, path, failure, principal: key = null } = summary;
    const count = this.#count(status, key);
    if (count > LINES_A_MINUTE) return;
    const collection = COLLECTION_PATH.exec(path)?.[1] ?? null;
    const requestPath = route ?? path.slice(0, MAX_TEXT);
    const reason = failure?.message.slice(0, MAX_TEXT) ?? null;
    this.#logger.info({ requestId, status, key, collection, method, route: requestPath, reason }, "call refused");
  }

  /** Returns the number of the refused call within its minute. */
  #count(status: number, key: string | null): number {
    const kind = `${status} ${key}`;
    const before = this.#countsOfMinute.get(kind);
    if (before === undefined) setTimeout(() => this.#endMinute(kind, status, key), MINUTE_MS).unref();
    const count = (before ?? 0) + 1;
    this.#countsOfMinute.set(kind, count);
    return count;
  }

  #endMinute(kind: string, status: number, key: string | null): void {
    const more = this.#countsOfMinute.get(kind)! - LINES_A_MINUTE;
    this.#countsOfMinute.delete(kind);
    if (more > 0) this.#logger.info({ status, key, calls: more }, "more calls refused within a minute");
  }
}

/** Returns the status of a refusal. gRPC refuses with its own status, under a successful HTTP status. */
const refusalOf = ({ failure, status }: RequestSummary): number | undefined => {
  if (failure !== undefined) return STATUSES[failure.code];
  return Object.values(STATUSES).includes(status) ? status : undefined;
};
