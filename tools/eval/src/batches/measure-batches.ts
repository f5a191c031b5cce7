import { type Api, MODES } from "../api.ts";
import { askAll } from "../documents/ask-all.ts";
import { documentsOf, filesOf, nameOf } from "../documents/document-files.ts";
import { type JudgedSet, readJudgedSet } from "../documents/judged-set.ts";
import { evaluateHits } from "../documents/run-set.ts";
import { type Goal, printGoal } from "../goal.ts";
import type { EvaluatedService } from "../service.ts";
import { withCollection } from "../with-collection.ts";
import { keptFromRest } from "./kept-from-rest.ts";

const BATCHES = 10;
/** The most that comes before a third of growth brings another fit: two of ten after eight. */
const LEARNED_BATCHES = 8;
/** So many short texts have fewer chunks than anything is learned from. */
const FEW_DOCUMENTS = 150;
const TOP_K = 100;

const SETTLED_WITHIN = 0.005;
const LAGGING_WITHIN = 0.02;

/**
 * What uploading in ten batches costs against uploading at once, with nothing done by hand: when it has settled, and with
 * the last two batches not learned from. And that semantic search answers what keyword search does before the first fit.
 */
export const measureBatches: Goal = async (service, folders) => {
  const met: boolean[] = [];
  for (const folder of folders) {
    const set = await readJudgedSet(folder);
    met.push(await servesBeforeTheFirstFit(service, set));
    const files = filesOf(set);
    const atOnce = await withCollection(service, { name: `${nameOf(set)}_at_once`, settings: {}, files }, (api, name) =>
      semanticScore(api, name, set),
    );
    printGoal(set.name, "semantic nDCG@10 of one upload", atOnce.toFixed(4), true);
    const bound = Math.ceil((files.length * LEARNED_BATCHES) / BATCHES);
    const batch = Math.ceil(files.length / BATCHES);
    const plan = { name: `${nameOf(set)}_batches`, settings: {}, files: files.slice(0, batch) };
    await withCollection(service, plan, async (api, collection) => {
      const upload = async (from: number, to: number) => {
        for (let start = from; start < to; start += batch) {
          await api.upload(collection, files.slice(start, Math.min(to, start + batch)));
          await api.untilReady(collection);
        }
      };
      await upload(batch, bound);
      await api.untilLearned();
      const learnedAt = await lastFit(api, collection);
      if (learnedAt === undefined)
        throw new Error(`${set.name} is too small: nothing is learned from ${bound} documents`);
      const lagging = await keptFromRest(api, collection, async () => {
        await upload(bound, files.length);
        return await semanticScore(api, collection, set);
      });
      if ((await lastFit(api, collection)) !== learnedAt) throw new Error("a fit came between: nothing was lagging");
      met.push(printWithin(set, "the last two of ten batches not learned", lagging, atOnce, LAGGING_WITHIN));
      await api.untilLearned();
      const settled = await semanticScore(api, collection, set);
      if ((await lastFit(api, collection)) === learnedAt) throw new Error("no fit followed: nothing has settled");
      met.push(printWithin(set, "ten batches, settled", settled, atOnce, SETTLED_WITHIN));
    });
  }
  return met.every(Boolean);
};

const semanticScore = async (api: Api, collection: string, set: JudgedSet): Promise<number> => {
  const found = await askAll(api, collection, set.queries, { mode: "semantic", topK: TOP_K });
  return evaluateHits(found, set.judgments, set).means["nDCG@10"];
};

const printWithin = (set: JudgedSet, name: string, score: number, reference: number, within: number): boolean => {
  const difference = score - reference;
  const value = `${score.toFixed(4)}  ${difference >= 0 ? "+" : ""}${difference.toFixed(4)}  (within ${within})`;
  return printGoal(set.name, name, value, difference >= -within);
};

/** Judged by what is there of it: the beginning of the set. */
const servesBeforeTheFirstFit = async (service: EvaluatedService, set: JudgedSet): Promise<boolean> => {
  const documents = set.documents.slice(0, FEW_DOCUMENTS);
  const ids = new Set(documents.map(({ id }) => id));
  const judgments = new Map(
    [...set.judgments].map(([query, judged]) => [query, new Map([...judged].filter(([id]) => ids.has(id)))]),
  );
  const plan = { name: `${nameOf(set)}_few`, settings: {}, files: filesOf({ ...set, documents }) };
  return await withCollection(service, plan, async (api, collection) => {
    let empty = 0;
    const scores: string[] = [];
    for (const mode of MODES) {
      const found = await askAll(api, collection, set.queries, { mode, topK: TOP_K });
      const { means, queries } = evaluateHits(found, judgments, set);
      scores.push(`${mode} ${means["nDCG@10"].toFixed(4)}`);
      if (mode === "semantic") empty = [...found.values()].filter((hits) => documentsOf(hits, set).length === 0).length;
      if (mode === MODES.at(-1)) scores.push(`(${queries.size} queries)`);
    }
    if ((await lastFit(api, collection)) !== undefined) throw new Error("the beginning of the set was learned from");
    const value = `${scores.join("  ")}  ${empty} semantic answers empty`;
    return printGoal(set.name, `${documents.length} documents, before the first fit`, value, empty === 0);
  });
};

/** When the collection was learned from last. */
const lastFit = async (api: Api, collection: string): Promise<string | undefined> => {
  const { jobs } = await api.call<{ jobs: readonly { collection: string | null; finished_at: string | null }[] }>(
    "GET",
    "/v1/admin/jobs?kind=fit&limit=1000",
  );
  return jobs
    .flatMap((job) => (job.collection === collection && job.finished_at !== null ? [job.finished_at] : []))
    .toSorted()
    .at(-1);
};
