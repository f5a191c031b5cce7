import type { Tables } from "@quarry/store";
import type { Kysely } from "kysely";

/** The kinds that there are jobs of. By an index: one seek for each, however many jobs it has. */
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
