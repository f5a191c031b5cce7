import { Context, Layer } from "effect";

/**
 * Registry of collection indexes that this process has found damaged or missing.
 *
 * Code that reads or writes an index reports damage here (`PassageIndex` for passages, the watched vector stores for
 * vectors), and the caller gets a 503. A report is cleared when a full check finds the index intact, which is tried
 * periodically for all listed ones, when the index was rebuilt, or when its collection is removed. A readiness check
 * therefore needs only `list()`.
 */
export interface DamageRegistryShape {
  /** Adds a report. The first report of a collection and kind stays, with its time. */
  readonly report: (damage: Omit<DamageReport, "since">) => void;
  /** Clears a collection's reports: those of one kind, or all. */
  readonly clear: (collectionId: string, kind?: DamagedKind) => void;
  /** Lists the reports, oldest first. Returns the identical array as long as nothing has changed. */
  readonly list: () => readonly DamageReport[];
  /** Returns the report of a collection and kind, or undefined. Costs nothing while nothing is damaged. */
  readonly find: (collectionId: string, kind: DamagedKind) => DamageReport | undefined;
}

export type DamagedKind = "passages" | "vectors";

export interface DamageReport {
  readonly collectionId: string;
  readonly kind: DamagedKind;
  /** Name of the index in its store: the collection's id for passages, the index's name on the vector store. */
  readonly index: string;
  /** `missing`: it should exist and doesn't. `damaged`: it exists, but its content is not what was written. */
  readonly reason: "missing" | "damaged";
  /** Message for callers: the collection's name, the problem and its fix. */
  readonly message: string;
  /** Time of the first report, in epoch milliseconds. */
  readonly since: number;
}

export class DamageRegistry extends Context.Service<DamageRegistry, DamageRegistryShape>()(
  "@quarry/store/DamagedPlaces",
) {
  static readonly layer: Layer.Layer<DamageRegistry> = Layer.sync(DamageRegistry, () => makeDamageRegistry());
}

const makeDamageRegistry = (): DamageRegistryShape => {
  const reports = new Map<string, DamageReport>();
  let listed: readonly DamageReport[] = [];
  const changed = () => {
    listed = [...reports.values()];
  };
  return {
    report: (damage) => {
      const key = keyOf(damage.collectionId, damage.kind);
      if (reports.has(key)) return;
      reports.set(key, { ...damage, since: Date.now() });
      changed();
    },
    clear: (collectionId, kind) => {
      const before = reports.size;
      for (const each of kind === undefined ? KINDS : [kind]) reports.delete(keyOf(collectionId, each));
      if (reports.size !== before) changed();
    },
    list: () => listed,
    find: (collectionId, kind) => (reports.size === 0 ? undefined : reports.get(keyOf(collectionId, kind))),
  };
};

const KINDS: readonly DamagedKind[] = ["passages", "vectors"];

const keyOf = (collectionId: string, kind: DamagedKind): string => `${kind} ${collectionId}`;
