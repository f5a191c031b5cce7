import { type IncomingMessage, request as requestHttp, type RequestOptions } from "node:http";
import { request as requestHttps } from "node:https";
import type { TcpSocketConnectOpts } from "node:net";
import { guardedLookup, parseTarget, type TargetRules } from "@quarry/events";
import { FetchFailure, lasting, passing } from "./fetch-failure.ts";
import { explain } from "./fetch-problem.ts";
import { unpacked } from "./unpacked-body.ts";

/** Validators that a server sent with a page: a later request with them fetches the page only if it has changed. */
export interface PageValidators {
  readonly etag?: string;
  readonly lastModified?: string;
}

export interface FetchOptions {
  readonly rules: TargetRules;
  /** Timeout from the first connection to the last byte, including redirects. */
  readonly timeoutMs: number;
  /** Maximum bytes of the page, decompressed. */
  readonly maxBytes: number;
  /** Aborts the request. */
  readonly signal: AbortSignal;
  readonly validators?: PageValidators | undefined;
}

/** A page that is being read. */
export interface FetchedPage {
  /** URL of the page after all redirects. */
  readonly url: URL;
  /** Media type without parameters, in lower case; empty if the server sent none. */
  readonly mediaType: string;
  /** Character encoding as sent by the server. */
  readonly charset: string | undefined;
  readonly validators: PageValidators;
  /** Body, to be read to its end or cancelled; throws a `FetchFailure`. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Browsers follow at most 20 redirects; a page with more than five is a loop or a tracker. */
const MAX_REDIRECTS = 5;
/** Node's own quarter of a second per address makes hosts with several addresses unreachable on slow networks. */
const ADDRESS_ATTEMPT_MS = 2_500;
/** Longer validators are not stored, because they would be sent with each request. */
const MAX_VALIDATOR_LENGTH = 512;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Status codes of temporary failures. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * Fetches a page and follows redirects. Checks each address when it is named and again at connect time. Returns
 * "unchanged" if the server reports that the page still matches `validators`. Throws a `FetchFailure`, or the signal's
 * reason.
 */
export const fetchPage = async (address: string, options: FetchOptions): Promise<FetchedPage | "unchanged"> => {
  const deadline = AbortSignal.timeout(options.timeoutMs);
  const signal = AbortSignal.any([deadline, options.signal]);
  const failed = (error: unknown): unknown => {
    if (options.signal.aborted) return options.signal.reason;
    if (error instanceof FetchFailure) return error;
    return deadline.aborted
      ? passing(`fetching the page took longer than ${options.timeoutMs / 1000} s (setting SERVICE_FETCH_TIMEOUT)`)
      : explain(error);
  };
  try {
    const { answer, url } = await followed(address, options, signal);
    if (answer.statusCode === 304 && options.validators !== undefined) {
      answer.destroy();
      return "unchanged";
    }
    return pageOf(answer, url, options.maxBytes, failed);
  } catch (error) {
    throw failed(error);
  }
};

interface Arrived {
  readonly answer: IncomingMessage;
  readonly url: URL;
}

const followed = async (address: string, options: FetchOptions, signal: AbortSignal): Promise<Arrived> => {
  let next = address;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const url = parseTarget(next, options.rules);
    const answer = await sendRequest(url, options, signal);
    const status = answer.statusCode ?? 0;
    if (!REDIRECTS.has(status)) {
      checkStatus(answer, status, options.validators !== undefined);
      return { answer, url };
    }
    answer.destroy();
    const { location } = answer.headers;
    const target = location === undefined ? null : URL.parse(location, url);
    if (target === null) throw lasting(`the server answered ${status} without the page's location`);
    next = target.href;
  }
  throw lasting(`the server redirects more than ${MAX_REDIRECTS} times`);
};

const sendRequest = (url: URL, options: FetchOptions, signal: AbortSignal): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { etag, lastModified } = options.validators ?? {};
    const settings: RequestOptions & Pick<TcpSocketConnectOpts, "autoSelectFamilyAttemptTimeout"> = {
      // Each request opens its own connection, so that its address is checked at connect time.
      agent: false,
      lookup: guardedLookup(options.rules),
      autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_MS,
      signal,
      headers: {
        Accept: "text/html, application/xhtml+xml, text/*;q=0.9, */*;q=0.8",
        "Accept-Encoding": "gzip, deflate, br",
        "User-Agent": "Quarry",
        ...(etag !== undefined && { "If-None-Match": etag }),
        ...(lastModified !== undefined && { "If-Modified-Since": lastModified }),
      },
    };
    const outgoing = (url.protocol === "https:" ? requestHttps : requestHttp)(url, settings);
    outgoing.on("response", resolve);
    outgoing.on("error", reject);
    outgoing.on("close", () => reject(new Error("the connection was closed")));
    outgoing.end();
  });

const checkStatus = (answer: IncomingMessage, status: number, isConditional: boolean): void => {
  if (status === 200 || status === 203 || (status === 304 && isConditional)) return;
  answer.destroy();
  if (status >= 200 && status <= 299) throw lasting(`the server answered ${status}, which is not a complete page`);
  throw (PASSING.has(status) ? passing : lasting)(`the server answered ${status}`);
};

const pageOf = (
  answer: IncomingMessage,
  url: URL,
  maxBytes: number,
  failed: (error: unknown) => unknown,
): FetchedPage => {
  const [mediaType = "", ...parameters] = (answer.headers["content-type"] ?? "").split(";").map((part) => part.trim());
  const charset = parameters
    .find((parameter) => parameter.toLowerCase().startsWith("charset="))
    ?.slice("charset=".length);
  return {
    url,
    mediaType: mediaType.toLowerCase(),
    charset: charset?.replaceAll('"', "").trim(),
    validators: validatorsOf(answer),
    bytes: bodyOf(answer, maxBytes, failed),
  };
};

const validatorsOf = ({ headers }: IncomingMessage): PageValidators => {
  const [etag, lastModified] = [headers.etag, headers["last-modified"]];
  return {
    ...(isUsable(etag) && { etag }),
    ...(isUsable(lastModified) && { lastModified }),
  };
};

const isUsable = (validator: string | undefined): validator is string =>
  validator !== undefined && validator !== "" && validator.length <= MAX_VALIDATOR_LENGTH;

async function* bodyOf(
  answer: IncomingMessage,
  maxBytes: number,
  failed: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array> {
  let received = 0;
  try {
    if (Number(answer.headers["content-length"] ?? 0) > maxBytes) throw tooLarge(maxBytes);
    for await (const buffer of unpacked(answer)) {
      received += buffer.byteLength;
      if (received > maxBytes) throw tooLarge(maxBytes);
      yield buffer;
    }
  } catch (error) {
    throw failed(error);
  } finally {
    answer.destroy();
  }
}

const tooLarge = (maxBytes: number): FetchFailure =>
  lasting(`the page has more than ${maxBytes} bytes (setting SERVICE_FETCH_MAX_SIZE_MB)`);
