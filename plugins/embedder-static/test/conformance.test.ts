import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { embedderConformance } from "@quarry/plugin-testkit";
import { afterAll, beforeAll } from "vitest";
import embedderStatic from "../src/index.ts";
import { DIMENSION, writeStaticModel } from "./support/static-model-file.ts";

const folder = mkdtempSync(join(tmpdir(), "quarry-static-model-"));
beforeAll(() => writeStaticModel(folder));
afterAll(() => rm(folder, { recursive: true }));

embedderConformance(embedderStatic, { settings: { model: folder, modelName: "tiny", dimension: DIMENSION } });
