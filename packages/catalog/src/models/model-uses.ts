import {
  type ChosenModels,
  type CollectionSelection,
  ConfigurationError,
  modelsFolder,
  Plugins,
  type PluginsShape,
  type SavedModelUse,
  writeChosenModels,
} from "@quarry/host";
import { PassageIndex } from "@quarry/index";
import { findModel, KNOWN_MODELS, obtainModel } from "@quarry/onnx/files";
import type { DomainError } from "@quarry/plugin/domain";
import type { StoreError } from "@quarry/store";
import { Cause, Clock, Context, Effect, Fiber, Layer, type Scope, Semaphore } from "effect";
import { Collections } from "../collections.ts";
import { type ChangeFailure, IndexChanges } from "../index-changes.ts";
import { listLocalModels, type LocalModel } from "./local-models.ts";
import { type CostServices, measureCost } from "./model-cost.ts";
import { isWorking, type ModelUse, newUse, type OpenModel } from "./model-use.ts";
import {
  needsKey,
  nothingToRollBack,
  nothingUnderWay,
  noSuchModel,
  notAlone,
  notPrepared,
  notRolledBack,
  underWay,
} from "./model-refusals.ts";
import { moveBack, moveCollection, type MoveServices, type OnChange, selectedNames } from "./move-collections.ts";

export interface ModelUsesShape {
  readonly models: Effect.Effect<readonly LocalModel[]>;
  /** The running use, or the last one. */
  readonly latest: Effect.Effect<ModelUse | undefined>;
  /**
   * Starts to download, load and measure a model. Fails with `not_found` for an unknown model, and with `conflict`
   * while another use is running.
   */
  prepare(name: string, collections: CollectionSelection): Effect.Effect<ModelUse, DomainError | StoreError>;
  /** Makes the prepared model the default, and starts to move the collections it was prepared for. */
  use(name: string): Effect.Effect<ModelUse, DomainError>;
  /** Cancels the running use, and the index change that it waits for. */
  readonly cancel: Effect.Effect<ModelUse, DomainError>;
  /** Makes the previous embedder the default, and starts to move the collections back. */
  readonly rollBack: Effect.Effect<ModelUse, DomainError>;
}

export interface ModelUsesOptions {
  readonly dataDirectory: string;
  /** Whether this is the only process on the data. Another process would not know the model. */
  readonly isAlone: boolean;
  /** Environment variables with the hub's address and login. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Models chosen before this start. */
  readonly chosen: ChosenModels;
  /** Name of the model that becomes the default if none was chosen yet. */
  readonly firstEmbedder: string | undefined;
}

/** Local models: downloads them, loads them without a restart, and moves collections to them, one model at a time. */
export class ModelUses extends Context.Service<ModelUses, ModelUsesShape>()("@quarry/catalog/ModelUses") {
  /** Chooses the first embedder, and resumes a move that a stop interrupted. */
  static readonly layer = (options: ModelUsesOptions) =>
    Layer.effect(
      ModelUses,
      Effect.gen(function* () {
        const services = {
          collections: yield* Collections,
          changes: yield* IndexChanges,
          passages: yield* PassageIndex,
          plugins: yield* Plugins,
        };
        const uses = new Uses(services, options, yield* Effect.scope, yield* Effect.context<never>());
        const { firstEmbedder, chosen } = options;
        if (firstEmbedder !== undefined && chosen.defaultEmbedder === undefined) yield* uses.chooseFirst(firstEmbedder);
        yield* uses.resume;
        return uses;
      }),
    );
}

interface Services extends CostServices, MoveServices {
  readonly plugins: PluginsShape;
}

/** Moves one collection; returns the reason if it could not be moved. */
type Move = (name: string, onChange: OnChange) => Effect.Effect<string | undefined, ChangeFailure>;

/** Maximum number of problems stored. */
const MAX_PROBLEMS = 100;

class Uses implements ModelUsesShape {
  readonly #services: Services;
  readonly #options: ModelUsesOptions;
  readonly #scope: Scope.Scope;
  /** Contains the service's logger, which callers lack. */
  readonly #context: Context.Context<never>;
  readonly #folder: string;
  #chosen: ChosenModels;
  #use: ModelUse | undefined;
  #work: Fiber.Fiber<void> | undefined;
  /** The index change that a move waits for. */
  #change: { readonly collection: string; readonly id: string } | undefined;

  constructor(services: Services, options: ModelUsesOptions, scope: Scope.Scope, context: Context.Context<never>) {
    this.#context = context;
    this.#services = services;
    this.#options = options;
    this.#scope = scope;
    this.#folder = modelsFolder(options.dataDirectory);
    this.#chosen = options.chosen;
    const { use } = options.chosen;
    if (use !== undefined) this.#use = newUse(use);
  }

  readonly models = Effect.suspend(() => listLocalModels(this.#services.plugins, this.#folder));

  readonly latest = Effect.sync(() => this.#use);

  /** Makes a model the default at the first start. Returns when the model is loaded. */
  readonly chooseFirst = Effect.fnUntraced({ self: this }, function* (name: string) {
    yield* Effect.logInfo("choosing the embedder of SERVICE_EMBEDDER", { model: name });
    if (this.#openModel(name) === undefined)
      yield* Effect.mapError(this.#load(name), ({ message }) => refused(message));
    if (this.#openModel(name)?.kind !== "embedder") return yield* refused(`${name} is no embedder`);
    yield* this.#save({ ...this.#chosen, defaultEmbedder: name });
    this.#services.plugins.makeDefault(name);
  });

  /** Resumes a move that the last stop interrupted. */
  readonly resume: Effect.Effect<void> = Effect.suspend(() => {
    const { use } = this.#chosen;
    if (use?.state === "moving") return Effect.asVoid(this.#begin(newUse(use), this.#moveAll(use)));
    if (use?.state === "rolling_back") return Effect.asVoid(this.#begin(newUse(use), this.#moveAllBack(use)));
    return Effect.void;
  });

  readonly prepare = (name: string, collections: CollectionSelection) =>
    this.#exclusively(this.#prepare(name, collections));

  readonly use = (name: string) => this.#exclusively(this.#moveTo(name));

  readonly cancel: Effect.Effect<ModelUse, DomainError> = Effect.gen({ self: this }, function* () {
    const use = this.#use;
    if (use === undefined || !isWorking(use)) return yield* nothingUnderWay;
    if (this.#work !== undefined) yield* Fiber.interrupt(this.#work);
    // The use ended by itself at the same time.
    if (!isWorking(this.#use!)) return yield* nothingUnderWay;
    const change = this.#change;
    // A change that has switched or ended meanwhile stays as it is.
    if (change !== undefined) yield* Effect.ignore(this.#services.changes.cancel(change.collection, change.id));
    this.#change = undefined;
    yield* this.#end("cancelled");
    return this.#use!;
  });

  readonly rollBack: Effect.Effect<ModelUse, DomainError> = Effect.suspend(() => this.#exclusively(this.#moveFrom));

  readonly #oneAtATime = Semaphore.makeUnsafe(1).withPermits(1);

  /** Serialises the calls that decide whether work can begin. They and their work log as the service does. */
  #exclusively<A, E>(call: Effect.Effect<A, E>): Effect.Effect<A, E> {
    return Effect.provide(this.#oneAtATime(call), this.#context);
  }

  readonly #prepare = Effect.fn("ModelUses.prepare")(
    { self: this },
    function* (name: string, collections: CollectionSelection) {
      yield* this.#refuseBusy();
      const open = this.#openModel(name);
      if (open === undefined && findModel(name, this.#folder) === undefined) return yield* noSuchModel(name);
      if (open !== undefined && open.model.capabilities.credential !== "none") return yield* needsKey(name);
      if (collections !== "all") {
        for (const collection of collections) yield* this.#services.collections.get(collection);
      }
      const startedAt = yield* Clock.currentTimeMillis;
      const use = newUse({ name, collections, startedAt, state: open === undefined ? "fetching" : "measuring" });
      return yield* this.#begin(use, this.#makeReady(name, collections));
    },
  );

  readonly #moveTo = Effect.fn("ModelUses.use")({ self: this }, function* (name: string) {
    yield* this.#refuseBusy();
    const prepared = this.#use;
    const open = this.#openModel(name);
    if (prepared?.state !== "prepared" || prepared.name !== name || open === undefined) return yield* notPrepared(name);
    const { plugins } = this.#services;
    const saved: SavedModelUse = {
      name,
      state: "moving",
      collections: prepared.collections,
      formerDefault: plugins.defaultEmbedder.name,
      startedAt: yield* Clock.currentTimeMillis,
    };
    const isEmbedder = open.kind === "embedder";
    yield* this.#save({ ...this.#chosen, use: saved, ...(isEmbedder && { defaultEmbedder: name }) });
    if (isEmbedder) plugins.makeDefault(name);
    yield* Effect.logInfo("model in use", { model: name, formerly: saved.formerDefault });
    const { cost, warnings } = prepared;
    return yield* this.#begin(newUse({ ...saved, cost, warnings }), this.#moveAll(saved));
  });

  readonly #moveFrom: Effect.Effect<ModelUse, DomainError> = Effect.gen({ self: this }, function* () {
    yield* this.#refuseBusy();
    const { use } = this.#chosen;
    const { plugins } = this.#services;
    if (use === undefined || use.state === "rolled_back") return yield* nothingToRollBack;
    if (this.#openModel(use.name)?.kind !== "embedder") return yield* notRolledBack(use.name);
    const saved: SavedModelUse = { ...use, state: "rolling_back", startedAt: yield* Clock.currentTimeMillis };
    const { formerDefault: defaultEmbedder } = use;
    yield* this.#save({ ...this.#chosen, use: saved, defaultEmbedder });
    plugins.makeDefault(defaultEmbedder);
    yield* Effect.logInfo("model rolled back", { model: use.name, to: defaultEmbedder });
    return yield* this.#begin(newUse(saved), this.#moveAllBack(saved));
  });

  #refuseBusy(): Effect.Effect<void, DomainError> {
    if (!this.#options.isAlone) return Effect.fail(notAlone);
    return this.#use !== undefined && isWorking(this.#use) ? Effect.fail(underWay(this.#use)) : Effect.void;
  }

  #openModel(name: string): OpenModel | undefined {
    const { embedders, rerankers } = this.#services.plugins;
    const embedder = embedders.get(name);
    if (embedder !== undefined) return { kind: "embedder", model: embedder };
    const reranker = rerankers.get(name);
    return reranker && { kind: "reranker", model: reranker };
  }

  /**
   * Runs the work of a use in the background. An error ends the use; a stop of the service leaves it for the next
   * start.
   */
  #begin(use: ModelUse, work: Effect.Effect<void, { readonly message: string }>): Effect.Effect<ModelUse> {
    return Effect.gen({ self: this }, function* () {
      this.#use = use;
      const failed = (cause: Cause.Cause<{ readonly message: string }>) => {
        if (Cause.hasInterruptsOnly(cause)) return Effect.void;
        const { message } = Cause.squash(cause) as Error;
        const log = Effect.logWarning(`the use of the model ${use.name} failed`, cause);
        return Effect.andThen(log, this.#end("failed", message));
      };
      this.#work = yield* Effect.forkIn(Effect.catchCause(work, failed), this.#scope);
      return use;
    });
  }

  #note(change: Partial<ModelUse>): void {
    if (this.#use !== undefined) this.#use = { ...this.#use, ...change };
  }

  /**
   * Ends the running use. The use of a move is saved first, because the next call can begin as soon as it sees the end.
   */
  #end(state: "cancelled" | "failed" | "done" | "rolled_back", error?: string): Effect.Effect<void> {
    const isWhole = error === undefined && state !== "cancelled";
    const note = Effect.sync(() => this.#note({ state, error, detail: "", ...(isWhole && { progress: 100 }) }));
    return Effect.suspend(() => {
      const { use } = this.#chosen;
      const isSaved = use?.state === "moving" || use?.state === "rolling_back";
      return isSaved ? Effect.ensuring(this.#save({ ...this.#chosen, use: { ...use, state } }), note) : note;
    });
  }

  #save(chosen: ChosenModels): Effect.Effect<void> {
    return Effect.promise(() => writeChosenModels(this.#options.dataDirectory, chosen)).pipe(
      Effect.andThen(Effect.sync(() => void (this.#chosen = chosen))),
      Effect.uninterruptible,
    );
  }

  readonly #makeReady = Effect.fnUntraced({ self: this }, function* (name: string, collections: CollectionSelection) {
    if (this.#openModel(name) === undefined) yield* this.#load(name);
    this.#note({ state: "measuring", progress: 0, detail: "" });
    const languages = KNOWN_MODELS.find((known) => known.name === name)?.languages;
    const measured = yield* measureCost(this.#services, this.#openModel(name)!, collections, languages);
    this.#note({ state: "prepared", progress: 100, ...measured });
  });

  /** Downloads a model if necessary and opens it; it is opened again at each start. */
  readonly #load = Effect.fnUntraced({ self: this }, function* (name: string) {
    const { section, choice } = yield* Effect.tryPromise({
      try: (signal) =>
        obtainModel(name, {
          modelsFolder: this.#folder,
          environment: this.#options.environment,
          signal,
          note: () => undefined,
          onBytes: (detail, done, total) => {
            this.#note({ detail, progress: total === undefined ? 0 : Math.floor((done / total) * 100) });
          },
          onInstall: () => this.#note({ state: "installing", progress: 0, detail: "" }),
        }),
      catch: (error) => error as Error,
    });
    const added = { ...this.#chosen, [section]: { ...this.#chosen[section], [name]: choice } };
    const opened = Effect.mapError(this.#services.plugins.addModel({ section, name, choice }), messageOf);
    // A model that is open but not saved would be missing after a restart.
    yield* Effect.uninterruptible(Effect.andThen(opened, this.#save(added)));
  });

  #moveAll(use: SavedModelUse): Effect.Effect<void, StoreError | DomainError> {
    return this.#each(use, "done", (to) => (name, onChange) => moveCollection(this.#services, name, to, onChange));
  }

  #moveAllBack(use: SavedModelUse): Effect.Effect<void, StoreError | DomainError> {
    return this.#each(use, "rolled_back", (from) => (name, onChange) => moveBack(this.#services, name, from, onChange));
  }

  /** Returns the reason of a failed move; a collection deleted meanwhile needs none. */
  #reasonOf(name: string, { message }: ChangeFailure): Effect.Effect<string | undefined> {
    const lookup = this.#services.collections.get(name);
    return Effect.match(lookup, {
      onSuccess: () => message,
      onFailure: (failure) => ("code" in failure && failure.code === "not_found" ? undefined : message),
    });
  }

  /** Moves the collections of a use one after the other; a failure doesn't stop the others. */
  readonly #each = Effect.fnUntraced(
    { self: this },
    function* (use: SavedModelUse, ending: "done" | "rolled_back", moveWith: (model: OpenModel) => Move) {
      const model = this.#openModel(use.name);
      if (model === undefined) return yield* notPrepared(use.name);
      const move = moveWith(model);
      const names = yield* selectedNames(this.#services, use.collections);
      const problems: string[] = [];
      let failed = 0;
      for (const [doneBefore, name] of names.entries()) {
        const share = (done: number) => Math.floor(((doneBefore + done) / names.length) * 100);
        this.#note({ detail: name, doneCount: doneBefore, totalCount: names.length, progress: share(0) });
        const onChange: OnChange = (change) => {
          this.#change = { collection: name, id: change.id };
          this.#note({ progress: share(change.totalCount === 0 ? 0 : change.doneCount / change.totalCount) });
        };
        const reason = yield* move(name, onChange).pipe(Effect.catch((failure) => this.#reasonOf(name, failure)));
        this.#change = undefined;
        if (reason === undefined) continue;
        failed += 1;
        if (problems.length < MAX_PROBLEMS) problems.push(`${name}: ${reason}`);
        this.#note({ problems: [...problems] });
      }
      this.#note({ doneCount: names.length - failed, totalCount: names.length });
      yield* this.#end(ending);
    },
  );
}

const refused = (problem: string) => new ConfigurationError({ problems: [`SERVICE_EMBEDDER: ${problem}`] });

const messageOf = (error: ConfigurationError) => ({ message: error.problems.join("; ") });
