import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { addressOf } from "@quarry/services";
import { expect, test } from "vitest";
import { DataFolder } from "../harness/data-folder.ts";
import { Random } from "../harness/random.ts";
import { mariadbS3Milvus } from "../harness/stacks/shared-servers.ts";
import { TestServer } from "../harness/test-server.ts";
import { exported, imported } from "./archive.ts";

const DIMENSION = 48;

/** Starts MariaDB, BullMQ, S3 and Chroma, with terms in OpenSearch. */
const startCluster = async (prefix: string) => {
  const folder = await DataFolder.make();
  const stack = await mariadbS3Milvus();
  const chroma = new URL(addressOf("chroma"));
  const settings = { host: chroma.hostname, port: Number(chroma.port), collectionPrefix: prefix };
  const config = folder.file("cluster.config.json");
  const vectorStore = { plugin: "@quarry/vector-chroma", settings };
  writeFileSync(config, JSON.stringify({ ...stack.configuration, vectorStore }));
  const server = await TestServer.start({ ...stack.environment, SERVICE_CONFIG: config }, folder);
  const dispose = async () => {
    await server.dispose();
    await stack.dispose();
  };
  return { server, dispose };
};

test("a local collection returns the same results on MariaDB, S3 and Chroma, and can be imported back", async () => {
  const prefix = `transfer_${randomUUID().slice(0, 8)}_`;
  const laptop = await TestServer.start();
  const cluster = await startCluster(prefix);
  try {
    await laptop.api.createCollection("library", { dimension: DIMENSION });
    const documents = [];
    for (let at = 0; at < 12; at += 1) {
      const bytes = `# Boat ${at}\n\nThe boat word${at} was built in ${1_900 + at}.\n\nIts lamp shines far.`;
      const document = await laptop.api.ingest({ collection: "library", filename: `boat ${at}.md`, bytes });
      expect(document.status).toBe("ready");
      documents.push(document);
    }
    const random = new Random(11);
    const vectors = Array.from({ length: 300 }, (_, at) => ({
      id: `näme ${at}/☃`,
      text: `a remark on tide${at}`,
      metadata: { at },
      embedding: Array.from({ length: DIMENSION }, () => random.next() - 0.5),
    }));
    await laptop.api.expect(200, "POST", "/v1/collections/library/vectors/upsert", { json: { vectors } });

    const archive = await exported(laptop.api, "library");
    await imported(cluster.server.api, "library", archive);
    expect((await cluster.server.api.documents("library")).map(({ id }) => id)).toEqual(documents.map(({ id }) => id));
    for (const query of ["Who built word3?", "tide17", "lamp far"]) {
      for (const search_mode of ["semantic", "keyword", "hybrid"]) {
        const requested = { query, search_mode, top_k: 400, min_score: 0 };
        const [here, there] = await Promise.all(
          [laptop, cluster.server].map(async ({ api }) => (await api.query("library", requested)).results),
        );
        const scores = new Map(here!.map(({ id, score }) => [id, score]));
        expect(there!.map(({ id }) => id).toSorted()).toEqual([...scores.keys()].toSorted());
        for (const { id, score } of there!) expect(score).toBeCloseTo(scores.get(id)!, 5);
      }
    }
    const file = await cluster.server.api.fetch("GET", `/v1/collections/library/documents/${documents[3]!.id}/file`);
    expect(await file.text()).toContain("word3");

    const back = await exported(cluster.server.api, "library");
    await imported(laptop.api, "back", back, "?new_ids=true");
    const { results } = await laptop.api.query("back", { query: "word7", search_mode: "keyword" });
    expect(results[0]?.text).toContain("word7");

    // An import that fails midway leaves nothing.
    const cut = await cluster.server.api.call("POST", "/v1/collections/cut/import?new_ids=true", {
      body: archive.subarray(0, archive.length - 4_096) as Uint8Array<ArrayBuffer>,
    });
    expect([cut.status, cut.body.detail]).toEqual([400, expect.stringContaining("archive")]);
    expect((await cluster.server.api.call("GET", "/v1/collections/cut")).status).toBe(404);
    // Leaves nothing on the shared server.
    await cluster.server.api.deleteCollection("library");
  } finally {
    await laptop.dispose();
    await cluster.dispose();
  }
});
