import { createConnectTransport } from "@connectrpc/connect-web";
import {
  ChangeService,
  InstallationService,
  JobService,
  OperationService,
  KeyService,
  ModelService,
  PlatformService,
  QueryService,
  TransferService,
  WebhookService,
} from "@quarry/api";
import { CallingTransport } from "./calls/calling-transport.ts";
import { type RetryOptions, retryPolicy } from "./calls/retry.ts";
import { type CollectionsClient, collectionsClient } from "./collections-client.ts";
import type {
  ChangeServiceCalls,
  InstallationServiceCalls,
  JobServiceCalls,
  KeyServiceCalls,
  ModelServiceCalls,
  OperationServiceCalls,
  PlatformServiceCalls,
  QueryServiceCalls,
  TransferServiceCalls,
  WebhookServiceCalls,
} from "./contract.gen.ts";
import { type DocumentsClient, documentsClient } from "./documents/documents-client.ts";
import { InvalidArgumentError } from "./errors/quarry-error.ts";
import { serviceCalls } from "./plain/service-calls.ts";
import type { QuarryTransport } from "./transport.ts";
import { uploadForm } from "./upload/upload-form.ts";
import { type VectorsClient, vectorsClient } from "./vectors-client.ts";

export interface QuarryClientOptions {
  /** Address of the service, for example `https://quarry.example.com`. */
  readonly baseUrl: string;
  /** API secret or an access key. Default: none. Without a key only the health checks work. */
  readonly apiKey?: string;
  /** Transport of the calls. Default: the Connect protocol over fetch, which browsers support. */
  readonly transport?: QuarryTransport;
  /**
   * Milliseconds for one call with all its attempts; 0 for no limit. Default 60,000. Streams and uploads have no limit.
   */
  readonly timeoutMs?: number;
  readonly retry?: RetryOptions;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

/** Client of one service. It is safe to share and long-lived. */
export interface QuarryClient {
  readonly collections: CollectionsClient;
  readonly documents: DocumentsClient;
  readonly queries: QueryServiceCalls;
  readonly vectors: VectorsClient;
  readonly webhooks: WebhookServiceCalls;
  readonly changes: ChangeServiceCalls;
  readonly platform: PlatformServiceCalls;
  /** Access keys. Requires a key with the scope admin that is not limited to collections. */
  readonly keys: KeyServiceCalls;
  /** Configuration of the service: its plugins and settings. Requires the same kind of key. */
  readonly installation: InstallationServiceCalls;
  /** Models that run on the service's machine. Requires the same kind of key. */
  readonly models: ModelServiceCalls;
  /** Jobs behind the API: waiting, running and failed. Requires the same kind of key. */
  readonly jobs: JobServiceCalls;
  /** Operations on many documents, chosen by a filter. */
  readonly operations: OperationServiceCalls;
  /**
   * Whole collections as archives. Importing streams the request, which browsers can't: there it is a POST of the
   * bytes.
   */
  readonly transfers: TransferServiceCalls;
  /** Closes the connections. Until then a Node program does not exit at once. */
  readonly close: () => void;
}

const DEFAULT_TIMEOUT_MS = 60_000;

/** Creates a client. Nothing is sent before the first call. */
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
    queries: serviceCalls<QueryServiceCalls>(QueryService, transport),
    vectors: vectorsClient(transport),
    webhooks: serviceCalls<WebhookServiceCalls>(WebhookService, transport),
    changes: serviceCalls<ChangeServiceCalls>(ChangeService, transport),
    platform: serviceCalls<PlatformServiceCalls>(PlatformService, transport),
    keys: serviceCalls<KeyServiceCalls>(KeyService, transport),
    installation: serviceCalls<InstallationServiceCalls>(InstallationService, transport),
    models: serviceCalls<ModelServiceCalls>(ModelService, transport),
    jobs: serviceCalls<JobServiceCalls>(JobService, transport),
    operations: serviceCalls<OperationServiceCalls>(OperationService, transport),
    transfers: serviceCalls<TransferServiceCalls>(TransferService, transport),
    close: () => inner.close?.(),
  };
};

const checkedUrl = (input: string): string => {
  // Not `URL.parse`, which Node 20 lacks.
  const url = URL.canParse(input) ? new URL(input) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol)) {
    throw new InvalidArgumentError(`baseUrl: must be an http:// or https:// address, got ${JSON.stringify(input)}`);
  }
  return url.href.replace(/(?<!\/)\/+$/, "");
};
