import { defineParser, type ParserEvent, type ParserV1 } from "@quarry/plugin";
import * as Schema from "effect/Schema";

/** Wraps a parse function as a third-party parser, as far as these tests need one. */
export const testParser = (parse: ParserV1["parse"]) =>
  defineParser({
    name: "test-parser",
    specVersion: 1,
    capabilities: { fileTypes: ["txt"] },
    settings: Schema.Struct({}),
    make: () => ({ parse }),
  });

/** Returns a paragraph that fills a chunk of 64 tokens. */
export const paragraph = (number: number): ParserEvent => ({
  type: "block",
  block: { kind: "paragraph", text: `Paragraph ${number}. ${"Lorem ipsum dolor sit amet. ".repeat(9)}`, page: number },
});
