import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import {
  AlreadyExistsError,
  createQuarryClient,
  DocumentFailedError,
  QuarryError,
  SearchMode,
  verifyWebhook,
} from "@quarry/client";
import { connectTransport } from "@quarry/client/node";

const environment = process.env;
const baseUrl = environment["QUARRY_URL"] ?? "http://127.0.0.1:8080";
const collectionName = environment["COLLECTION"] ?? "example_service";
const webhookSecret = environment["WEBHOOK_SECRET"] ?? "";

const client = createQuarryClient({
  baseUrl,
  apiKey: environment["QUARRY_API_KEY"] ?? "",
  transport: connectTransport({ baseUrl }),
  timeoutMs: 10_000,
});

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Returns the passages most relevant to a question, and their positions. */
const ask = async (request: IncomingMessage): Promise<Answer> => {
  const { question } = JSON.parse(await text(request)) as { readonly question: string };
  const { results } = await client.queries.query({
    collectionName,
    query: question,
    searchMode: SearchMode.HYBRID,
    topK: 3,
  });
  const passages = results.map(({ text: passage, score, metadata }) => {
    const { filename, page, section } = metadata;
    return { passage, score, source: { filename, page, section } };
  });
  return { status: 200, body: { passages } };
};

/** Streams an uploaded file to the service, and responds when it is searchable. */
const add = async (request: IncomingMessage, filename: string): Promise<Answer> => {
  const { id } = await client.documents.upload(collectionName, request, { filename });
  const { chunkCount } = await client.documents.waitUntilReady(collectionName, id);
  return { status: 201, body: { id, passages: chunkCount } };
};

/** Records a webhook delivery after verifying that the service sent it. */
const hear = async (request: IncomingMessage): Promise<Answer> => {
  const body = await text(request);
  const signature = request.headers["x-service-signature"];
  if (!(await verifyWebhook(body, String(signature), webhookSecret))) return { status: 401, body: {} };
  const { event, document_id: id } = JSON.parse(body) as { readonly event: string; readonly document_id: string };
  console.log(`${event} ${id}`);
  return { status: 200, body: {} };
};

const answer = async (request: IncomingMessage): Promise<Answer> => {
  const url = new URL(request.url ?? "/", "http://localhost");
  switch (`${request.method} ${url.pathname}`) {
    case "POST /questions":
      return ask(request);
    case "POST /documents":
      return add(request, url.searchParams.get("name") ?? "");
    case "POST /webhook":
      return hear(request);
    default:
      return { status: 404, body: { error: "there is nothing here" } };
  }
};

/** Returns the response for a failure of the underlying service, without internal details. */
const failed = (error: unknown): Answer => {
  if (error instanceof DocumentFailedError) return { status: 422, body: { error: error.message } };
  if (error instanceof QuarryError && error.code === "invalid_argument") {
    return { status: 400, body: { error: error.message } };
  }
  console.error(error);
  return { status: 502, body: { error: "the document service failed" } };
};

try {
  await client.collections.createCollection({ name: collectionName });
} catch (error) {
  if (!(error instanceof AlreadyExistsError)) throw error;
}

const server = createServer((request, response) => {
  void answer(request)
    .catch(failed)
    .then(({ status, body }) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body)),
    );
});
server.listen(Number(environment["PORT"] ?? 9100), "127.0.0.1", () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once("SIGTERM", () => {
  server.close();
  server.closeAllConnections();
  client.close();
});
