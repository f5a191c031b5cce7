import type { ParserEvent } from "@quarry/plugin";
import { expect, test } from "vitest";
import { parserEventMessage, parserEventOf } from "./parser-message.ts";

test("document info survives a round trip through the wire format", () => {
  const event = {
    type: "info",
    info: {
      title: "Our offer",
      createdAt: "2024-01-31T11:00:00.000Z",
      modifiedAt: "2025-02-01T12:00:00.000Z",
      keywords: ["pumps", "water"],
      fields: { from: "ann@pumps.example", to: ["bob@pumps.example", "carl@pumps.example"] },
      ocrConfidences: [{ page: 2, confidence: 0.75 }],
      warnings: ["A page is damaged."],
    },
  } satisfies ParserEvent;
  expect(parserEventOf(parserEventMessage(event))).toEqual(event);
});
