import { PassageIndexError } from "@quarry/index";
import type { DomainError } from "@quarry/plugin/domain";
import { PluginError } from "@quarry/plugin";
import type { StoreError } from "@quarry/store";
import { FileStoreError } from "@quarry/store/files";
import { Effect } from "effect";
import { isIndexDamage } from "../index-damage.ts";

export type ExportFailure = DomainError | StoreError | FileStoreError | PassageIndexError | PluginError;

/** Runs one step of an export. */
export type RunStep = <A>(step: Effect.Effect<A, ExportFailure>) => Promise<A>;

/** The requested item is damaged or missing; everything else can still be exported. */
class Damage extends Error {}

/**
 * Converts damage and missing items, without which the export continues, to `Damage`, before the runner of the steps
 * maps errors for callers.
 */
export const withDamageConverted =
  (run: RunStep): RunStep =>
  async (step) => {
    const outcome = await run(Effect.catchIf(step, isDamageOrMissing, () => Effect.succeed(DAMAGED)) as typeof step);
    if (outcome === DAMAGED) throw new Damage("it is damaged or gone");
    return outcome;
  };

const DAMAGED: unknown = Symbol("damaged");

const isDamageOrMissing = (error: ExportFailure): boolean =>
  error instanceof FileStoreError
    ? error.reason === "not_found"
    : (error instanceof PassageIndexError || error instanceof PluginError) && isIndexDamage(error);

export const isDamage = (error: unknown): boolean => error instanceof Damage;

export const isMissingFile = (error: unknown): boolean =>
  error instanceof Damage || (error instanceof FileStoreError && error.reason === "not_found");
