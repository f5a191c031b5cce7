import type { ParsedDocumentInfo } from "@quarry/plugin";
import { CHUNKS_PER_BATCH } from "../../src/parse/parse-protocol.ts";
import { paragraph, testParser } from "./define.ts";

// Info as found in real files, passed on unchecked by a parser.
export default testParser(async function* () {
  const odd = {
    title: "  Pump\u0000\n manual  ",
    author: " ",
    createdAt: "0000-00-00T00:00:00Z",
    modifiedAt: "never",
    keywords: [" pumps\n", "", 4, ...Array.from({ length: 100 }, (_, number) => `word ${number}`)],
    fields: { from: " ann@x.org ", to: ["", "bob@x.org"], "Bad-Name": "x", empty: [], number: 3 },
    language: 7,
    pageCount: -1,
    ocrPageCount: 2.5,
    ocrConfidences: [null, { page: 0.5, confidence: 1 }, { page: 1, confidence: 2 }, { page: 2, confidence: 0.87654 }],
    repeatedLineCount: -3,
    warnings: ["one\n page of /srv/files/a.pdf", "", 3],
  };
  yield { type: "info", info: odd as unknown as ParsedDocumentInfo };
  for (let number = 1; number <= 2 * CHUNKS_PER_BATCH; number += 1) yield paragraph(1);
  yield { type: "info", info: { createdAt: "2026-02-03T04:05:06+01:00", pageCount: 1, title: "x".repeat(10_000) } };
});
