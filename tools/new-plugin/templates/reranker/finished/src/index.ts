import { defineReranker } from "@quarry/plugin";
import { acmeSettings } from "./acme-settings.ts";
import { scorePassages } from "./score-passages.ts";

export default defineReranker({
  name: "@quarry/reranker-acme",
  specVersion: 1,
  capabilities: { models: ["acme-words"], credential: "none", maxPassages: 200 },
  settings: acmeSettings,
  rerank: scorePassages,
});
