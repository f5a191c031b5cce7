import { pdfOf, textPage } from "../pages/make-files.ts";
import type { Api } from "../harness/api.ts";
import { createWebhook } from "../webhooks/resources.ts";
import { makeKey } from "./make-key.ts";

/** Data of a service that has been in use for a while: some of each kind that the console shows. */
export interface Filled {
  readonly collection: string;
  readonly documentId: string;
  /** Id of a document that has pages. */
  readonly pagedId: string;
  readonly webhookId: string;
}

const CHAPTERS = ["Herons nest in tall trees near water.", "Bees dance to tell where the flowers are."];

/** Fills a new service through its API. */
export const fill = async (api: Api): Promise<Filled> => {
  const collection = "handbook";
  await api.createCollection(collection, { description: "What is known about birds and bees" });
  // No server listens on this port: deliveries fail and are retried.
  const { id: webhookId } = await createWebhook(api, { url: "http://127.0.0.1:9/hook", events: ["document.ready"] });
  const { id: documentId } = await api.ingest({
    collection,
    filename: "a-rather-long-name-of-a-file-that-has-to-be-cut-somewhere-on-a-phone.md",
    bytes: CHAPTERS.map((text, index) => `# Chapter ${index + 1}\n\n${text} `.padEnd(400, text)).join("\n\n"),
  });
  const { id: pagedId } = await api.ingest({
    collection,
    filename: "birds.pdf",
    bytes: await pdfOf(CHAPTERS.map((text) => textPage(text))),
  });
  await api.ingest({ collection, filename: "broken.pdf", bytes: "not a PDF" });
  await api.query(collection, { query: "Where do herons nest?" });
  await api.query(collection, { query: "Nothing is known about this one" });
  await makeKey(api, { name: "reader", scope: "read" });
  return { collection, documentId, pagedId, webhookId };
};
