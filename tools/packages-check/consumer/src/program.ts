import { readFile } from "node:fs/promises";
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

// The plugin rejects the other key with its own message.
await collections.createCollection({ name: "refused", embeddingProvider: "consumer", embeddingApiKey: "another-key" });
// A different text, because the service caches vectors that it has paid for.
const other = new TextEncoder().encode("Glaciers move downhill.");
const refused = await documents.upload("refused", other, { filename: "note.txt" });
await documents.waitUntilReady("refused", refused.id).catch((error: unknown) => {
  if (!(error instanceof QuarryError)) throw error;
  console.log(`${error.name}: ${error.message}`);
});

// Each file type has its own parser in a separate process; images are parsed by text recognition.
const phrases = Object.entries(JSON.parse(await readFile("phrases.json", "utf8")) as Record<string, string>);
await collections.createCollection({ name: "files" });
const lost = await Promise.all(
  phrases.map(async ([filename, phrase]) => {
    const { id } = await documents.upload("files", await readFile(`files/${filename}`), { filename });
    await documents.waitUntilReady("files", id);
    const searchMode = SearchMode.HYBRID;
    const request = { collectionName: "files", query: phrase, searchMode, filters: { filename } };
    const [first] = (await queries.query(request)).results;
    return first?.metadata["filename"] === filename ? [] : [filename];
  }),
);
console.log(lost.flat().length === 0 ? "every file was found" : `not found: ${lost.flat().join(", ")}`);

// A far too long query is parsed in a thread, and rejected with the field's name.
await queries.query({ collectionName: "files", query: "a".repeat(2_000_000) }).catch((error: unknown) => {
  if (!(error instanceof QuarryError)) throw error;
  console.log(`a long query: ${error.message.slice(0, 100)}`);
});
client.close();
