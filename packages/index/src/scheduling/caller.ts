import { Context } from "effect";
import type { AccessFilter } from "../passages/access-filter.ts";

/** For whom work is done: whose turn it waits for, and what it may see. */
export interface Caller {
  /** The name of the key, or the address of who has none. Those who share it share its turns. */
  readonly owner: string;
  /** When the work began, as a number that grows by one: what was begun first is finished first, unless it takes long. */
  readonly since: number;
  /** Access filter for documents and passages; undefined for all. */
  readonly accessFilter: AccessFilter | undefined;
}

/** The service itself: what it does in the background has a share like any key. */
const NOBODY: Caller = { owner: "", since: 0, accessFilter: undefined };

/** The caller of the running effect. */
export const CurrentCaller = Context.Reference<Caller>("@quarry/search/CurrentCaller", { defaultValue: () => NOBODY });

let begun = 0;

/** One call of an owner, that begins now. */
export const callerNamed = (owner: string, accessFilter?: AccessFilter): Caller => ({
  owner,
  since: ++begun,
  accessFilter,
});
