import { composed, type Filter, isCanonicalMoment } from "@quarry/plugin/domain";
import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";

/** Key in `meta`: its value is the id of the last document converted to canonical form, or `DONE`. */
export const PROGRESS_KEY = "documents_in_canonical_form";
export const DONE = "all";

/** Databases whose documents are all in canonical form, which is permanent. */
const canonical = new WeakSet<Kysely<Tables>>();

/** Whether field values indexed before the canonical form could give a filter another result than canonical ones. */
export const needsCanonicalForm = async (kysely: Kysely<Tables>, filter: Filter): Promise<boolean> => {
  if (canonical.has(kysely) || !dependsOnForm(filter)) return false;
  const row = await kysely.selectFrom("meta").select("value").where("name", "=", PROGRESS_KEY).executeTakeFirst();
  if (row?.value !== DONE) return true;
  canonical.add(kysely);
  return false;
};

const NOT_ASCII = /[\u0080-\uffff]/;

const dependsOnForm = (filter: Filter): boolean => {
  if (filter.op === "and" || filter.op === "or") return filter.filters.some(dependsOnForm);
  if (NOT_ASCII.test(filter.path)) return true;
  if (filter.op === "exists") return false;
  const values = filter.op === "in" ? filter.values : [filter.value];
  const isRange = !["eq", "in", "contains"].includes(filter.op);
  return values.some(
    (value) => typeof value === "string" && (isRange || NOT_ASCII.test(value) || isCanonicalMoment(composed(value))),
  );
};
