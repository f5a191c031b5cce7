import { protobufMessage } from "@quarry/onnx/testing";
import { expect, it } from "vitest";
import { modelMetadata } from "./model-metadata.ts";

const entry = (key: string, value: string) => protobufMessage([1, key], [2, value]);
const SIGNS = ["!", "港", "ß", "🚲"].join("\n");

it.each([1, 100, 5_000])(
  "finds the metadata of an ONNX file behind its graph, with a value repeated %d times",
  (times) => {
    const characters = SIGNS.repeat(times);
    const file = protobufMessage(
      [1, 7],
      [7, "a graph with a character"],
      [14, entry("author", "")],
      [14, entry("character", characters)],
      [14, entry("shape", "48")],
    );
    expect(modelMetadata(Buffer.from(file), "character")).toBe(characters);
    expect(modelMetadata(Buffer.from(file), "author")).toBe("");
    expect(modelMetadata(Buffer.from(file), "licence")).toBeUndefined();
  },
);
