import { type Api, type Hit, MODES } from "../api.ts";
import { filesOf, nameOf } from "../documents/document-files.ts";
import { type JudgedQuery, type JudgedSet, readJudgedSet } from "../documents/judged-set.ts";
import { type Goal, printGoal } from "../goal.ts";
import { withCollection } from "../with-collection.ts";
import { nonsense, type Nonsense, STOP_WORDS } from "./nonsense.ts";
import { type Broken, checkScores } from "./check-scores.ts";

/** So many short texts have fewer chunks than anything is learned from. */
const FEW_DOCUMENTS = 150;
/** Of each set, evenly taken. */
const QUERIES = 40;
const MIN_SCORE = 0.2;
const SHOWN = 5;

/**
 * That a score belongs to query and chunk alone, that `min_score` cuts a prefix off, and that nonsense finds nothing at
 * .2: before anything is learned from a collection, and afterwards.
 */
export const measureScores: Goal = async (service, folders) => {
  const met: boolean[] = [];
  for (const folder of folders) {
    const set = await readJudgedSet(folder);
    const few = { ...set, documents: set.documents.slice(0, FEW_DOCUMENTS) };
    const stages = [
      { stage: "before a fit", part: few },
      { stage: "after a fit", part: set },
    ];
    for (const { stage, part } of stages) {
      const plan = { name: nameOf(set), settings: {}, files: filesOf(part) };
      await withCollection(service, plan, async (api, collection) => {
        const queries = everyNth(set.queries);
        await withCollection(service, { ...plan, name: "other", files: plan.files.slice(0, 20) }, async (_, other) => {
          const broken = await checkScores(api, { collection, other, files: plan.files.length }, queries);
          met.push(printBroken(set, `scores of ${queries.length} queries ${stage}`, broken));
        });
        met.push(await printFound(api, collection, set, { name: `nonsense ${stage}`, queries: nonsense() }));
        await printFound(api, collection, set, { name: `stop words ${stage} (no goal)`, queries: STOP_WORDS });
      });
    }
  }
  return met.every(Boolean);
};

const everyNth = (queries: readonly JudgedQuery[]): readonly JudgedQuery[] => {
  const step = Math.max(1, Math.floor(queries.length / QUERIES));
  return queries.filter((_, place) => place % step === 0).slice(0, QUERIES);
};

const printBroken = ({ name }: JudgedSet, what: string, { compared, broken }: Broken): boolean => {
  const isMet = printGoal(name, what, `${compared} compared, ${broken.length} differ`, broken.length === 0);
  for (const line of broken.slice(0, SHOWN)) console.log(`  ${line}`);
  return isMet;
};

interface Asked {
  readonly name: string;
  readonly queries: readonly Nonsense[];
}

const printFound = async (
  api: Api,
  collection: string,
  { name: set }: JudgedSet,
  { name, queries }: Asked,
): Promise<boolean> => {
  const finds: { readonly line: string; readonly score: number }[] = [];
  let highest = 0;
  for (const { kind, text } of queries) {
    for (const mode of MODES) {
      const [best] = await api.query(collection, text, mode, 1);
      const above: readonly Hit[] = await api.query(collection, text, mode, 10, { min_score: MIN_SCORE });
      highest = Math.max(highest, best?.score ?? 0);
      if (above.length === 0) continue;
      finds.push({
        line: `${mode} ${above[0]!.score.toFixed(3)} ${kind}: ${text.slice(0, 60)}`,
        score: above[0]!.score,
      });
    }
  }
  const value = `${queries.length} queries in ${MODES.length} modes: ${finds.length} find something, highest ${highest.toFixed(3)}`;
  const isMet = printGoal(set, name, value, finds.length === 0);
  for (const { line } of finds.toSorted((a, b) => b.score - a.score).slice(0, SHOWN)) console.log(`  ${line}`);
  return isMet;
};
