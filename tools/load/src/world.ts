import type { Breaches } from "./breaches.ts";
import type { Api } from "./clients/api.ts";
import type { UploadFile } from "./files/make-file.ts";
import type { Ledger } from "./ledger.ts";
import type { Random } from "./random.ts";

/** What every action works with. */
export interface World {
  readonly api: Api;
  readonly ledger: Ledger;
  readonly breaches: Breaches;
  /** The client's own, so that its choices repeat with the seed. */
  readonly random: Random;
  readonly library: readonly UploadFile[];
  /** A number that nobody else got. */
  readonly nextNumber: () => number;
  /** Follows the progress of a document beside everything else; returns at once. */
  readonly watch: (path: string, isGoing: () => boolean) => void;
}

/** One thing that a client does, with its checks. */
export type Action = (world: World) => Promise<void>;

export const TEAMS = ["north", "south", "east"] as const;

export const documentsPath = (collection: string, ...rest: readonly string[]): string =>
  [`/v1/collections/${collection}/documents`, ...rest].join("/");
