import type { Tables } from "@quarry/store";
import type { Kysely } from "kysely";

/** Lists the kinds that have jobs, by an index: one seek per kind, however many jobs it has. */
export const listKinds = async (kysely: Kysely<Tables>): Promise<readonly string[]> => {
  const kinds: string[] = [];
  for (;;) {
    const next = await kysely
      .selectFrom("jobs")
      .select("kind")
      .$if(kinds.length > 0, (jobs) => jobs.where("kind", ">", kinds.at(-1)!))
      .orderBy("kind")
      .limit(1)
      .executeTakeFirst();
    if (next === undefined) return kinds;
    kinds.push(next.kind);
  }
};
