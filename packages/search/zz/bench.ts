import { makeDatabase } from "@quarry/services";
import { Effect, ManagedRuntime } from "effect";
import { PassageIndex } from "../src/index.ts";
import { mysqlLayer } from "../test/support/mariadb-home.ts";

const N = Number(process.argv[2] ?? 50_000), V = 50_000;
let seed = 42; const rnd = () => ((seed = (seed * 1664525 + 1013904223) >>> 0) / 4294967296);
const cdf = new Float64Array(V); let sum = 0; for (let i = 0; i < V; i++) cdf[i] = sum += 1 / (i + 2.7);
const name = (i: number) => { let s = ""; let n = i * 7 + 31; while (n > 0) { s += "bcdfghklmnprstvz"[n % 16] + "aeiou"[n % 5]; n = Math.floor(n / 16); } return s; };
const word = () => { const x = rnd() * sum; let lo = 0, hi = V - 1; while (lo < hi) { const m = (lo + hi) >> 1; if (cdf[m]! < x) lo = m + 1; else hi = m; } return name(lo); };
const OS = process.env["OPENSEARCH_URL"]!;
const call = async (method: string, path: string, body?: string, type = "application/json") => { const r = await fetch(OS + path, { method, headers: { "content-type": type }, ...(body !== undefined && { body }) }); const t = await r.text(); if (!r.ok && method !== "DELETE") throw new Error(t.slice(0, 500)); return JSON.parse(t); };
const { url, drop } = await makeDatabase();
const runtime = ManagedRuntime.make(mysqlLayer(url));
const index = await runtime.runPromise(Effect.service(PassageIndex));
const run = Effect.runPromise;
await run(index.ensure("c"));
await call("DELETE", "/zzbare"); await call("PUT", "/zzbare", JSON.stringify({ settings: { number_of_shards: 1, number_of_replicas: 0, refresh_interval: -1 }, mappings: { properties: { text: { type: "text" }, group: { type: "keyword" } } } }));
let putMs = 0, bareMs = 0;
for (let at = 0; at < N; at += 1_000) {
  const docs = Array.from({ length: 1_000 }, (_, i) => ({ id: `p${at + i}`, group: `g${(at + i) % 1000}`, text: Array.from({ length: 60 + Math.floor(rnd() * 40) }, word).join(" ") }));
  let t = performance.now();
  await run(index.put("c", docs.map(({ id, text, group }) => ({ id, documentId: "", generation: 0, chunkIndex: 0, text, contextText: "", metadata: { group }, tokenCount: 80 }))));
  putMs += performance.now() - t; t = performance.now();
  await call("POST", "/zzbare/_bulk?refresh=true", docs.map(({ id, text, group }) => `{"index":{"_id":"${id}"}}\n${JSON.stringify({ text, group })}\n`).join(""), "application/x-ndjson");
  bareMs += performance.now() - t;
}
console.log(`put ${Math.round(N / putMs * 1000)} rows/s, bare bulk ${Math.round(N / bareMs * 1000)} rows/s`);
for (const i of (await call("GET", "/_cat/indices?format=json&bytes=b")) as any[]) if (i.index.includes("zzbare") || i.index.includes("quarry-test")) console.log(i.index, Math.round(i["store.size"] / 1e6), "MB", i["docs.count"]);
const pick = (lo: number, hi: number) => name(Math.floor(lo + rnd() * (hi - lo)));
const kinds: Record<string, () => string[]> = { one: () => [pick(200, 2000)], rare: () => [pick(5000, 40000), pick(5000, 40000), pick(5000, 40000)], mixed: () => [pick(3, 40), pick(200, 2000), pick(5000, 40000)], common: () => [pick(3, 40), pick(3, 40), pick(3, 40)], ten: () => Array.from({ length: 10 }, () => pick(3, 20000)) };
const time = async (f: () => Promise<unknown>) => { const t = performance.now(); await f(); return performance.now() - t; };
for (const filter of [undefined, { op: "eq", path: "group", value: "g7", negated: false }] as const)
for (const [kind, make] of Object.entries(kinds)) {
  const T: Record<string, number[]> = { bare: [], first: [], again: [] };
  for (let i = 0; i < 60; i++) {
    const query = make().join(" ");
    T["bare"]!.push(await time(() => call("POST", "/zzbare/_search", JSON.stringify({ size: 10, _source: false, query: { bool: { must: { match: { text: query } }, ...(filter && { filter: { term: { group: "g7" } } }) } } }))));
    T["first"]!.push(await time(() => run(index.keywordSearch("c", { query, topK: 10, filter }))));
    T["again"]!.push(await time(() => run(index.keywordSearch("c", { query, topK: 10, filter }))));
  }
  const q = (a: number[], p: number) => a.slice(10).sort((x, y) => x - y)[Math.floor(p * 50)]!.toFixed(1);
  console.log((filter ? "filter .1 % " : "").padEnd(12), kind.padEnd(7), Object.entries(T).map(([k, a]) => `${k} ${q(a, 0.5)}/${q(a, 0.95)}`).join("  "));
}
await runtime.dispose(); await drop(); await call("DELETE", "/zzbare");
