import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeTinyModel } from "@quarry/onnx/testing";
import { rerankerConformance } from "@quarry/plugin-testkit";
import { afterAll, beforeAll } from "vitest";
import rerankerOnnx from "../src/index.ts";

const folder = mkdtempSync(join(tmpdir(), "quarry-tiny-reranker-"));
beforeAll(() => writeTinyModel(folder, { kind: "reranker" }));
afterAll(() => rm(folder, { recursive: true }));

rerankerConformance(rerankerOnnx, { settings: { model: folder, modelName: "tiny" } });
