import { expect, test } from "vitest";
import { nearName } from "./near-name.ts";

const QUERY = ["query", "top_k", "filters", "min_score", "search_mode", "rerank", "explain", "expand"];

const near: readonly (readonly [string, readonly string[], string])[] = [
  ["filter", QUERY, "filters"],
  ["Filters", QUERY, "filters"],
  ["fliters", QUERY, "filters"],
  ["where", QUERY, "filters"],
  ["document_id", QUERY, "filters"],
  ["topk", QUERY, "top_k"],
  ["topK", QUERY, "top_k"],
  ["top-k", QUERY, "top_k"],
  ["k", QUERY, "top_k"],
  ["limit", QUERY, "top_k"],
  ["minScore", QUERY, "min_score"],
  ["score_threshold", QUERY, "min_score"],
  ["mode", QUERY, "search_mode"],
  ["qurey", QUERY, "query"],
  ["reranks", QUERY, "rerank"],
  ["topK", ["query", "topK"], "topK"],
  ["document_id", ["document_ids"], "document_ids"],
  ["ids", ["document_ids"], "document_ids"],
  ["collection", ["query", "collections"], "collections"],
  ["files", ["file", "metadata"], "file"],
  ["metadta", ["file", "metadata"], "metadata"],
  ["page_size", ["limit", "offset", "status"], "limit"],
];
test.each(near)("the nearest name to %s among %j is %s", (input, known, expected) => {
  expect(nearName(input, known)).toBe(expected);
});

const far: readonly (readonly [string, readonly string[]])[] = [
  ["comment", ["file", "metadata"]],
  ["attachment", ["file", "metadata"]],
  ["user", QUERY],
  ["trace_id", QUERY],
  ["test", ["id", "text", "embedding", "metadata"]],
  ["_", QUERY],
  ["", QUERY],
  ["название", QUERY],
  ["name", ["description", "metadata"]],
  ["has_reranking_api_key", ["reranking_api_key", "reranking_model"]],
  ["filters".repeat(10), QUERY],
];
test.each(far)("%s has no near name among %j", (input, known) => {
  expect(nearName(input, known)).toBeUndefined();
});
