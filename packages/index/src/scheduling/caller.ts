import { Context } from "effect";
import type { AccessFilter } from "../passages/access-filter.ts";

/** Caller on whose behalf work is done: determines its share of scheduling and what it can access. */
export interface Caller {
  /**
   * Name of the API key, or the address of a caller without one. Callers with the same name share their time slices.
   */
  readonly owner: string;
  /** Start of the work, as a sequence number: earlier work finishes first, unless it takes long. */
  readonly since: number;
  /** Access filter for documents and passages; undefined for all. */
  readonly accessFilter: AccessFilter | undefined;
}

/** The service itself. Its background work has a share like any key. */
const SERVICE_CALLER: Caller = { owner: "", since: 0, accessFilter: undefined };

/** Caller of the running effect. */
export const CurrentCaller = Context.Reference<Caller>("@quarry/search/CurrentCaller", {
  defaultValue: () => SERVICE_CALLER,
});

let lastSequence = 0;

/** Creates a caller for a call of an owner that begins now. */
export const callerNamed = (owner: string, accessFilter?: AccessFilter): Caller => ({
  owner,
  since: ++lastSequence,
  accessFilter,
});
