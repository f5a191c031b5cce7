import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TINY_DIMENSION, writeTinyModel } from "@quarry/onnx/testing";
import { embedderConformance } from "@quarry/plugin-testkit";
import { afterAll, beforeAll } from "vitest";
import embedderOnnx from "../src/index.ts";

const folder = mkdtempSync(join(tmpdir(), "quarry-tiny-embedder-"));
beforeAll(() => writeTinyModel(folder, { kind: "embedder" }));
afterAll(() => rm(folder, { recursive: true }));

embedderConformance(embedderOnnx, { settings: { model: folder, modelName: "tiny", dimension: TINY_DIMENSION } });
