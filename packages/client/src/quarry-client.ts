import { type Client, createClient } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-web";
import {
  ChangeService,
  InstallationService,
  JobService,
  OperationService,
  KeyService,
  PlatformService,
  QueryService,
  TransferService,
  WebhookService,
} from "@quarry/api";
import { CallingTransport } from "./calls/calling-transport.ts";
import { type RetryOptions, retryPolicy } from "./calls/retry.ts";
import { type CollectionsClient, collectionsClient } from "./collections-client.ts";
import { type DocumentsClient, documentsClient } from "./documents/documents-client.ts";
import { InvalidArgumentError } from "./errors/quarry-error.ts";
import type { QuarryTransport } from "./transport.ts";
import { uploadForm } from "./upload/upload-form.ts";
import { type VectorsClient, vectorsClient } from "./vectors-client.ts";

export interface QuarryClientOptions {
  /** Where the service is, for example `https://quarry.example.com`. */
  readonly baseUrl: string;
  /** The API secret or an access key. Default: none, with which only the health checks answer. */
  readonly apiKey?: string;
  /** How calls reach the service. Default: the Connect protocol over fetch, which browsers have. */
  readonly transport?: QuarryTransport;
  /** Milliseconds for one call with all its attempts; 0 for no limit. Default 60,000. Streams and uploads have none. */
  readonly timeoutMs?: number;
  readonly retry?: RetryOptions;
  /** Default: the global one. */
  readonly fetch?: typeof globalThis.fetch;
}

/** A client of one service; safe to share and to keep. */
export interface QuarryClient {
  readonly collections: CollectionsClient;
  readonly documents: DocumentsClient;
  readonly queries: Client<typeof QueryService>;
  readonly vectors: VectorsClient;
  readonly webhooks: Client<typeof WebhookService>;
  readonly changes: Client<typeof ChangeService>;
  readonly platform: Client<typeof PlatformService>;
  /** Access keys. For keys with the scope admin that are limited to no collections. */
  readonly keys: Client<typeof KeyService>;
  /** How the service is set up: its plugins and settings. For the same keys. */
  readonly installation: Client<typeof InstallationService>;
  /** What waits, runs and failed behind the API. For the same keys. */
  readonly jobs: Client<typeof JobService>;
  /** Work on many documents at a time, chosen by a filter. */
  readonly operations: Client<typeof OperationService>;
  /** Whole collections as archives. Importing sends a stream, which browsers can't: there it is a POST of the bytes. */
  readonly transfers: Client<typeof TransferService>;
  /** Ends the connections; a Node program ends only then at once. */
  readonly close: () => void;
}

const DEFAULT_TIMEOUT_MS = 60_000;

/** Makes a client; nothing is sent before the first call. */
export const createQuarryClient = (options: QuarryClientOptions): QuarryClient => {
  const baseUrl = checkedUrl(options.baseUrl);
  const { apiKey, fetch = globalThis.fetch, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const inner: QuarryTransport = options.transport ?? createConnectTransport({ baseUrl, fetch, useBinaryFormat: true });
  const retry = retryPolicy(options.retry);
  const transport = new CallingTransport(inner, { apiKey, timeoutMs, retry });
  const form = { baseUrl, apiKey, fetch };
  return {
    collections: collectionsClient(transport),
    documents: documentsClient({
      transport,
      retry,
      sendForm: inner.streamsRequests === true ? undefined : (upload, signal) => uploadForm(form, upload, signal),
    }),
    queries: createClient(QueryService, transport),
    vectors: vectorsClient(transport),
    webhooks: createClient(WebhookService, transport),
    changes: createClient(ChangeService, transport),
    platform: createClient(PlatformService, transport),
    keys: createClient(KeyService, transport),
    installation: createClient(InstallationService, transport),
    jobs: createClient(JobService, transport),
    operations: createClient(OperationService, transport),
    transfers: createClient(TransferService, transport),
    close: () => inner.close?.(),
  };
};

const checkedUrl = (given: string): string => {
  const url = URL.parse(given);
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    throw new InvalidArgumentError(`baseUrl: must be an http:// or https:// address, got ${JSON.stringify(given)}`);
  }
  return url.href.replace(/(?<!\/)\/+$/, "");
};
