import { describeValue, invalidArgument } from "@quarry/plugin/domain";
import type { LookupFunction } from "node:net";
import { isIpAddress, isLocalHost, refusedRange } from "./address-rules.ts";
import { type HostResolver, resolveHost } from "./host-resolver.ts";

/** Rules for the targets of requests that the service sends to URLs supplied by callers. */
export interface TargetRules {
  /** Whether targets may have private addresses. */
  readonly allowPrivate: boolean;
  /** Whether targets may be on this machine: localhost, 127.0.0.1 and [::1]. Default true. */
  readonly allowLocal?: boolean;
  /** Setting that allows such targets, for messages. Default: the setting of webhooks. */
  readonly localSetting?: string;
  /** Whether http:// is allowed for other machines too. Default false: the data sent is for one receiver alone. */
  readonly allowPlain?: boolean;
  /** Port of this service. Requests to it on this machine are refused: they would call the service's own API. */
  readonly ownPort?: number;
  /** Default: the system's name servers. */
  readonly resolve?: HostResolver;
}

/** Longest URL, in characters: every server accepts this length in a request line. */
const MAX_URL_LENGTH = 2_048;
/** Time that a registration waits for a name server. A name that can't be resolved now is checked when it is used. */
const RESOLVE_TIMEOUT_MS = 2_000;

const ALLOWED = "an https:// URL with a public host, or an http:// URL with the host localhost, 127.0.0.1 or [::1]";
const ALLOWED_PLAIN = "an http:// or https:// URL with a public host";

const refuse = (url: string, reason: string, { allowPlain = false }: TargetRules) =>
  invalidArgument(`url: must be ${allowPlain ? ALLOWED_PLAIN : ALLOWED}, got ${describeValue(url)}, ${reason}`);

/** Parses a URL to call. Throws `invalid_argument`, with the reason, if its text or its literal address is refused. */
export const parseTarget = (text: string, rules: TargetRules): URL => {
  if (text.length > MAX_URL_LENGTH) {
    throw invalidArgument(`url: must have at most ${MAX_URL_LENGTH} characters, got ${text.length}`);
  }
  // The parser drops these characters silently, so the check would not apply to the written URL.
  if (/[\s\\\p{Cc}]/u.test(text)) throw refuse(text, "which has white space, control characters or backslashes", rules);
  const url = URL.parse(text);
  if (url === null) throw refuse(text, "which is not a URL", rules);
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw refuse(text, `which has the scheme ${url.protocol}`, rules);
  // The message must contain neither the address of a private receiver nor the text before the @.
  if (url.username !== "" || url.password !== "") {
    throw invalidArgument("url: must not hold a user name or a password, got one that does");
  }
  const isPlain = url.protocol === "http:" && !isLocalHost(url.hostname);
  if (isPlain && rules.allowPlain !== true) throw refuse(text, "which has another host", rules);
  checkSpelling(text, url, rules);
  checkHost(url, rules);
  return url;
};

/**
 * Refuses spellings that the parser turns into another host: other Unicode digits and letters, addresses as numbers,
 * missing slashes.
 */
const checkSpelling = (text: string, url: URL, rules: TargetRules): void => {
  if (!/^https?:\/\/[^/]/i.test(text)) throw refuse(text, "which does not begin with https:// and a host", rules);
  if (isIpAddress(bareHost(url.hostname)) ? url.hostname.startsWith("[") : !isLocalHost(url.hostname)) return;
  if (writtenHost(text) !== url.hostname)
    throw refuse(text, `whose host is another spelling of ${url.hostname}`, rules);
};

const checkHost = (url: URL, rules: TargetRules): void => {
  if (isLocalHost(url.hostname)) return checkLocal(url, rules);
  const address = bareHost(url.hostname);
  if (!isIpAddress(address)) return;
  const range = refusedRange(address, rules.allowPrivate);
  if (range !== undefined) throw refuse(url.href, `whose address is ${range}`, rules);
};

const checkLocal = (url: URL, rules: TargetRules): void => {
  const { allowLocal = true, allowPlain = false, localSetting = "SERVICE_WEBHOOK_ALLOW_LOCALHOST", ownPort } = rules;
  if (!allowLocal) {
    throw invalidArgument(
      `url: must be ${allowPlain ? ALLOWED_PLAIN : "an https:// URL with a public host"}, got one on this machine (setting ${localSetting})`,
    );
  }
  const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
  if (port === ownPort) throw refuse(url.href, "which is this service itself", rules);
};

const writtenHost = (text: string): string =>
  /^[^:]*:\/*([^/?#]*)/.exec(text)?.[1]?.replace(/:\d*$/, "").toLowerCase() ?? "";

const bareHost = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, "$1");

/**
 * Refuses a host name that resolves to forbidden addresses. Accepts a name that can't be resolved now: its server may
 * not be up yet, and every attempt checks again.
 */
export const checkResolved = async (url: URL, rules: TargetRules): Promise<void> => {
  if (isLocalHost(url.hostname) || isIpAddress(bareHost(url.hostname))) return;
  const addresses = await resolveInTime(url.hostname, rules.resolve ?? resolveHost);
  if (addresses.length === 0 || addresses.some((address) => !refusedRange(address, rules.allowPrivate))) return;
  const range = refusedRange(addresses[0]!, rules.allowPrivate);
  throw refuse(url.href, `whose host resolves to an address that is ${range}`, rules);
};

const resolveInTime = async (hostname: string, resolve: HostResolver): Promise<readonly string[]> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<readonly string[]>((done) => {
    timer = setTimeout(done, RESOLVE_TIMEOUT_MS, []);
  });
  try {
    return await Promise.race([resolve(hostname).catch(() => []), timeout]);
  } finally {
    clearTimeout(timer);
  }
};

/** Thrown for a host that has no address or only forbidden ones. The message is stored in the record of the attempt. */
export class RefusedTargetError extends Error {}

/** Thrown for a host that has no address now, but may have one later. */
export class UnresolvedTargetError extends RefusedTargetError {}

/**
 * Resolves a host name for one connection and returns only allowed addresses. The connection uses exactly these, which
 * defeats DNS rebinding: a name that resolves to another address a moment later gains nothing.
 */
export const guardedLookup =
  (rules: TargetRules): LookupFunction =>
  (hostname, options, callback) => {
    const respond = async () => {
      const [result] = await Promise.allSettled([permittedAddresses(hostname, rules)]);
      if (result.status === "rejected") return callback(result.reason as NodeJS.ErrnoException, "");
      const results = result.value.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
      if (options.all === true) return callback(null, results);
      callback(null, results[0]!.address, results[0]!.family);
    };
    void respond();
  };

const permittedAddresses = async (hostname: string, rules: TargetRules): Promise<readonly string[]> => {
  // Whether requests to this machine are allowed is decided before a connection is opened.
  if (isLocalHost(hostname)) return ["127.0.0.1", "::1"];
  const addresses = await resolveOrRefuse(hostname, rules.resolve ?? resolveHost);
  const permitted = addresses.filter((address) => refusedRange(address, rules.allowPrivate) === undefined);
  if (permitted.length > 0) return permitted;
  const range = refusedRange(addresses[0] ?? "", rules.allowPrivate);
  throw new RefusedTargetError(`the host ${hostname} resolves to an address that is ${range}; nothing was sent`);
};

const resolveOrRefuse = async (hostname: string, resolve: HostResolver): Promise<readonly string[]> => {
  try {
    return await resolve(hostname);
  } catch {
    throw new UnresolvedTargetError(`the host ${hostname} could not be resolved`);
  }
};
