import { Code } from "@connectrpc/connect";
import * as client from "@quarry/client";
import type { ErrorCode } from "@quarry/plugin/domain";
import { sampleDocument } from "@quarry/openapi";
import type { ParserErrorReason, PluginErrorReason } from "@quarry/plugin";
import { connectCode, HTTP_CODES, httpStatus } from "@quarry/http/protocols";
import { code, paragraphs, table } from "./markdown.ts";

/** Advice for the caller, by error code. */
const ADVICE: Readonly<Record<ErrorCode, string>> = {
  invalid_argument: "Correct what the message names; the same request would fail again.",
  unauthenticated: "Send `Authorization: Bearer <key>` with the API secret or a key of the configuration.",
  permission_denied: "Use a key with the scope, and for the collection, that the message names.",
  not_found: "Check the name or id. Deletions take effect immediately.",
  already_exists: "Choose another name, or use the existing resource.",
  conflict: "Wait for the operation in progress, or cancel it; the message names the conflict.",
  outdated: "Read the current state, then repeat the change.",
  too_large: "Send less, or let the operator raise the limit that the message names.",
  out_of_range: "Request a range within the file.",
  resource_exhausted: "Wait for the duration in `Retry-After`.",
  unavailable: "Try again after `Retry-After`; the request has not been partially applied.",
  unimplemented: "Use a newer version of the service.",
  plugin_fault: "The message names the plugin and the call; report it to the plugin's author, or use another plugin.",
  internal: "Report it with the answer's `X-Request-Id`; the service's log has the cause.",
};

const PLUGIN_REASONS: Readonly<Record<PluginErrorReason, readonly [meaning: string, consequence: string]>> = {
  unavailable: [
    "The plugin's backend is unavailable, refuses or is too slow.",
    "Documents wait and are retried; queries get 503.",
  ],
  rate_limited: ["The provider limits the rate.", "Documents wait as long as it requests; queries get 429 or 503."],
  unauthorized: ["The credential is missing or refused.", "Documents fail with this error."],
  not_found: ["A model or collection does not exist at the backend.", "Documents fail with this error."],
  invalid: ["The backend refuses the input.", "Documents fail with this error; the same text would fail again."],
  incompatible: [
    "Another version of the backend, or stored data of another shape.",
    "The start, or the document, fails with this error.",
  ],
  damaged: [
    "Stored data is lost or corrupt.",
    "Documents wait and queries get 503, until it is restored from a backup or rebuilt with `quarry doctor --repair`.",
  ],
  limit: ["A limit of time, memory, size or nesting was reached.", "The document fails and names the limit."],
  internal: [
    "The plugin broke its contract: it threw, or returned an invalid result.",
    "The call fails and names the plugin.",
  ],
};

const PARSER_REASONS: Readonly<Record<ParserErrorReason, string>> = {
  encrypted: "The file needs a password. Remove the password and upload it again.",
  corrupt: "The file is damaged or cut off. Upload it again, or save a new copy.",
  wrong_type: "The content does not match the file's extension. Correct the extension.",
  empty: "The file has no content.",
  limit: "More pages, depth or unpacked bytes than the limits allow: see [reading files](../guides/parsing.md).",
  unavailable: "The service that reads such files is unavailable. The document is retried.",
};

interface Documented {
  readonly components: {
    readonly responses: Readonly<
      Record<
        string,
        {
          readonly description: string;
          readonly content: Readonly<Record<string, { readonly example: { readonly detail: string } }>>;
        }
      >
    >;
  };
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly responses: Readonly<Record<string, { readonly $ref?: string }>> }>>
    >
  >;
}

/**
 * Generates a page with every error as reported by REST, Connect, gRPC and the client, and the failures of documents.
 */
export const errorsPage = (): string =>
  paragraphs(
    "# Errors",
    'Every failed request is answered with `{"detail": "…", "code": "…"}`. `detail` is a sentence that names the field, the value and what is allowed; it contains no secret, path or stack trace. `code` is for programs and stable. Over Connect and gRPC the same sentence is the error\'s message.',
    "## Requests",
    table(
      ["Code", "HTTP", "Connect and gRPC", "TypeScript client", "What to do"],
      (Object.keys(ADVICE) as ErrorCode[]).map((errorCode) => [
        code(errorCode),
        String(httpStatus(errorCode)),
        code(Code[connectCode(errorCode)].replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase()),
        code(clientClass(errorCode)),
        ADVICE[errorCode],
      ]),
    ),
    `HTTP itself rejects some requests: ${Object.entries(HTTP_CODES)
      .map(([status, httpCode]) => `${status} has the code ${code(httpCode)}`)
      .join(", ")}.`,
    "The client adds `TimeoutError`, `NetworkError` and `CancelledError` for calls without a response, and `DocumentFailedError` if it waits for a document that fails. `isRetryable` indicates whether the same call may succeed later.",
    "## Statuses of HTTP",
    table(["Status", "When", "Example"], statuses()),
    "## Documents that fail",
    "A `failed` document has the reason in `error_message`. Files that can't be read:",
    table(
      ["Reason", "What to do"],
      Object.entries(PARSER_REASONS).map(([reason, advice]) => [code(reason), advice]),
    ),
    "## Plugins",
    "An embedder, reranker or vector store fails with one of these reasons; the message names the plugin. If reranking fails, the results keep their order, and the response indicates it.",
    table(
      ["Reason", "When", "Consequence"],
      Object.entries(PLUGIN_REASONS).map(([reason, [meaning, consequence]]) => [code(reason), meaning, consequence]),
    ),
  );

const statuses = (): readonly (readonly string[])[] => {
  const { components, paths } = sampleDocument(false) as Documented;
  const byName = new Map<string, string>();
  for (const { responses } of Object.values(paths).flatMap((verbs) => Object.values(verbs))) {
    for (const [status, { $ref }] of Object.entries(responses)) {
      if ($ref !== undefined) byName.set($ref.slice($ref.lastIndexOf("/") + 1), status);
    }
  }
  return [...byName]
    .sort(([, a], [, b]) => Number(a) - Number(b))
    .map(([name, status]) => {
      const { description, content } = components.responses[name]!;
      return [`${status} ${name}`, description, code(content["application/json"]!.example.detail)];
    });
};

/** Error codes with another name in the client, or that it can't distinguish. */
const CLIENT_CODES: Readonly<Partial<Record<ErrorCode, client.QuarryErrorCode>>> = {
  resource_exhausted: "rate_limited",
  plugin_fault: "internal",
  outdated: "conflict",
};

/** Returns the client's class of an error code, found by the code of each class. */
const clientClass = (errorCode: ErrorCode): string => {
  const sought = CLIENT_CODES[errorCode] ?? errorCode;
  const found = Object.entries(client).find(([name, exported]) => {
    if (!name.endsWith("Error") || name === "QuarryError") return false;
    const Class = exported as new (message: string) => { readonly code: string };
    return new Class("").code === sought;
  });
  if (found === undefined) throw new Error(`the client has no class for ${errorCode}`);
  return found[0];
};
