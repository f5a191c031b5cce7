import { createQuarryClient, QuarryError, SearchMode } from "@quarry/client";
import { connectTransport } from "@quarry/client/node";

const baseUrl = process.env["QUARRY_URL"] ?? "";
const apiKey = process.env["QUARRY_API_KEY"] ?? "";
const client = createQuarryClient({ baseUrl, apiKey, transport: connectTransport({ baseUrl }) });

const { collections, documents, queries } = client;
await collections.createCollection({ name: "letters", embeddingProvider: "consumer", embeddingApiKey: "the-key" });
const text = new TextEncoder().encode("Herons stand in water.");
const document = await documents.upload("letters", text, { filename: "note.txt" });
await documents.waitUntilReady("letters", document.id);
const { results } = await queries.query({
  collectionName: "letters",
  query: "Herons stand in water.",
  searchMode: SearchMode.SEMANTIC,
});
console.log(`found ${results.length}: ${results[0]?.text}`);

// The other key is refused by the plugin, with the plugin's own words.
await collections.createCollection({ name: "refused", embeddingProvider: "consumer", embeddingApiKey: "another-key" });
// Another text: the service keeps vectors that it has paid for.
const other = new TextEncoder().encode("Glaciers move downhill.");
const refused = await documents.upload("refused", other, { filename: "note.txt" });
await documents.waitUntilReady("refused", refused.id).catch((error: unknown) => {
  if (!(error instanceof QuarryError)) throw error;
  console.log(`${error.name}: ${error.message}`);
});
client.close();
