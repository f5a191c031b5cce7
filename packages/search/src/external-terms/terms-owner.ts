import { randomBytes } from "node:crypto";
import type { IndexDatabase } from "../database/index-database.ts";

/** Key of the installation's entry in table `meta`. */
const OWNER = "words_owner";

/**
 * Returns the name that identifies this database's terms in stores, which may contain terms of other databases too.
 * Created on first use.
 */
export const readTermsOwner = async (database: IndexDatabase): Promise<string> => {
  const known = await read(database);
  if (known !== undefined) return known;
  const value = randomBytes(8).toString("hex");
  // Another process may have inserted it first.
  await database.run((kysely) => kysely.insertInto("meta").values({ name: OWNER, value }).execute()).catch(() => {});
  const made = await read(database);
  if (made === undefined) throw new Error("the database stored no name for the terms of its collections");
  return made;
};

const read = async (database: IndexDatabase): Promise<string | undefined> => {
  const [row] = await database.read((kysely) =>
    kysely.selectFrom("meta").select("value").where("name", "=", OWNER).execute(),
  );
  return row?.value;
};
