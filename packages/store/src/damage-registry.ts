import { Context, Layer } from "effect";

/**
 * Registry of collection indexes that were found damaged or missing, as far as this process knows.
 *
 * Code that reads or writes an index reports damage here (`PassageIndex` for passages, the watched vector stores for
 * vectors), and the caller gets a 503. A report is cleared when a full check finds the index intact, which is tried
 * periodically for all that are listed, or when the index was rebuilt, or when its collection is gone. So a readiness
 * check needs no more than `list()`, and `onChange` where it subscribes to changes.
 */
export interface DamageRegistryShape {
  /** Adds it; of the same collection and kind the first report stays, with its time. */
  readonly report: (damage: Omit<DamageReport, "since">) => void;
  /** Takes a collection's reports back: those of one kind, or all. */
  readonly clear: (collectionId: string, kind?: DamagedKind) => void;
  /** Oldest first. The very same array means that nothing has changed. */
  readonly list: () => readonly DamageReport[];
  /** The report of one place, if there is one. Costs nothing while nothing is damaged. */
  readonly find: (collectionId: string, kind: DamagedKind) => DamageReport | undefined;
  /** Calls the listener after each change, in the same turn; gives what ends it. */
  readonly onChange: (listener: () => void) => () => void;
}

export type DamagedKind = "passages" | "vectors";

export interface DamageReport {
  readonly collectionId: string;
  readonly kind: DamagedKind;
  /** Name of the index where it is stored: the collection's id among passages, its name on the vector store. */
  readonly index: string;
  /** `missing`: it should be there and isn't. `damaged`: it is there, and isn't what was written. */
  readonly reason: "missing" | "damaged";
  /** Message for callers: the collection by name, the problem, and its fix. */
  readonly message: string;
  /** Epoch milliseconds of the first report. */
  readonly since: number;
}

export class DamageRegistry extends Context.Service<DamageRegistry, DamageRegistryShape>()(
  "@quarry/store/DamagedPlaces",
) {
  static readonly layer: Layer.Layer<DamageRegistry> = Layer.sync(DamageRegistry, () => makeDamageRegistry());
}

const makeDamageRegistry = (): DamageRegistryShape => {
  const reports = new Map<string, DamageReport>();
  const listeners = new Set<() => void>();
  let listed: readonly DamageReport[] = [];
  const changed = () => {
    listed = [...reports.values()];
    for (const listener of listeners) listener();
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
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

const KINDS: readonly DamagedKind[] = ["passages", "vectors"];

const keyOf = (collectionId: string, kind: DamagedKind): string => `${kind} ${collectionId}`;
