// LangChain's OpenAIEmbeddings. OPENAI_BASE_URL and OPENAI_API_KEY specify the service.
import assert from "node:assert/strict";
import { OpenAIEmbeddings } from "@langchain/openai";

const embeddings = new OpenAIEmbeddings({
  model: "text-embedding-3-small",
  configuration: { baseURL: process.env["OPENAI_BASE_URL"]! },
});
const [one, other] = await embeddings.embedDocuments(["Herons stand still.", "Otters swim."]);
assert.ok(one!.length > 8 && one!.length === other!.length && one!.some((value) => value !== 0));
assert.equal((await embeddings.embedQuery("herons")).length, one!.length);
console.log("done with langchain");
