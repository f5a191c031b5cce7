import type { Random } from "@quarry/services/kit";
import type { Api } from "../api.ts";
import type { Breach } from "../breaches.ts";
import type { Ledger, LoadCollection } from "./ledger.ts";
import type { UploadFile } from "./files.ts";

/** Context of every action. */
export interface World {
  readonly api: Api;
  readonly ledger: Ledger;
  readonly breach: Breach;
  /** Random generator of the client, so that its choices are reproducible from the seed. */
  readonly random: Random;
  readonly library: readonly UploadFile[];
  /** Returns a number that no other client got. */
  readonly nextNumber: () => number;
  /** Follows the progress of a document concurrently; returns at once. */
  readonly watch: (path: string, isGoing: () => boolean) => void;
}

/** One action of a client, with its checks. */
export type Action = (world: World) => Promise<unknown>;

export const TEAMS = ["north", "south", "east"] as const;

/**
 * The only collection whose events go to the hanging receiver: each of its deliveries blocks an attempt until its
 * timeout.
 */
export const HANGING_COLLECTION = "steady_hanging";
export const STEADY_COLLECTIONS = ["steady_one", "steady_two", HANGING_COLLECTION];

/** Returns the acceptable statuses, given that the collection may be deleted during the call. */
export const whileLives = ({ kind }: LoadCollection, status: number): readonly number[] =>
  kind === "passing" ? [status, 404] : [status];
