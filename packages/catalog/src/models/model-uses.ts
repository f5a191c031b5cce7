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
  /** The use that is under way, or the last one. */
  readonly latest: Effect.Effect<ModelUse | undefined>;
  /** Begins to fetch, load and measure a model. `not_found` for an unknown one, `conflict` while another use is under way. */
  prepare(name: string, collections: CollectionSelection): Effect.Effect<ModelUse, DomainError | StoreError>;
  /** Makes the prepared model the default, and begins to move the collections it was prepared for. */
  use(name: string): Effect.Effect<ModelUse, DomainError>;
  /** Ends what is under way, with the change of an index that it waits for. */
  readonly cancel: Effect.Effect<ModelUse, DomainError>;
  /** Makes the previous embedder the default, and begins to move the collections back. */
  readonly rollBack: Effect.Effect<ModelUse, DomainError>;
}

export interface ModelUsesOptions {
  readonly dataDirectory: string;
  /** Whether no other process works on the same data: it would not know the model. */
  readonly isAlone: boolean;
  /** Names the hub and its login. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Models that were chosen before this start. */
  readonly chosen: ChosenModels;
  /** Name of the model that becomes the default where none was chosen yet. */
  readonly firstEmbedder: string | undefined;
}

/** Local models: fetched, loaded without a restart, and used by collections, one model at a time. */
export class ModelUses extends Context.Service<ModelUses, ModelUsesShape>()("@quarry/catalog/ModelUses") {
  /** Chooses the first embedder, and goes on with the move that a stop interrupted. */
  static readonly layer = (
    options: ModelUsesOptions,
  ): Layer.Layer<ModelUses, ConfigurationError, Collections | IndexChanges | PassageIndex | Plugins> =>
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
        yield* uses.goOn;
        return uses;
      }),
    );
}

interface Services extends CostServices, MoveServices {
  readonly plugins: PluginsShape;
}

/** Moves one collection; returns the reason where it could not be moved. */
type Move = (name: string, onChange: OnChange) => Effect.Effect<string | undefined, ChangeFailure>;

/** Problems that are kept. */
const KEPT_PROBLEMS = 100;

class Uses implements ModelUsesShape {
  readonly #services: Services;
  readonly #options: ModelUsesOptions;
  readonly #scope: Scope.Scope;
  /** Has the service's logger, which callers lack. */
  readonly #context: Context.Context<never>;
  readonly #folder: string;
  #chosen: ChosenModels;
  #use: ModelUse | undefined;
  #work: Fiber.Fiber<void> | undefined;
  /** The change that a move waits for. */
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

  /** Makes a model the default, at the first start: it answers when the model is loaded. */
  readonly chooseFirst = Effect.fnUntraced({ self: this }, function* (name: string) {
    yield* Effect.logInfo("choosing the embedder of SERVICE_EMBEDDER", { model: name });
    if (this.#openModel(name) === undefined)
      yield* Effect.mapError(this.#load(name), ({ message }) => refused(message));
    if (this.#openModel(name)?.kind !== "embedder") return yield* refused(`${name} is no embedder`);
    yield* this.#save({ ...this.#chosen, defaultEmbedder: name });
    this.#services.plugins.makeDefault(name);
  });

  /** Goes on with a move that the last stop interrupted. */
  readonly goOn: Effect.Effect<void> = Effect.suspend(() => {
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
    // It ended by itself in the same moment.
    if (!isWorking(this.#use!)) return yield* nothingUnderWay;
    const change = this.#change;
    // One that has switched or ended meanwhile stays as it is.
    if (change !== undefined) yield* Effect.ignore(this.#services.changes.cancel(change.collection, change.id));
    this.#change = undefined;
    yield* this.#end("cancelled");
    return this.#use!;
  });

  readonly rollBack: Effect.Effect<ModelUse, DomainError> = Effect.suspend(() => this.#exclusively(this.#moveFrom));

  readonly #oneAtATime = Semaphore.makeUnsafe(1).withPermits(1);

  /** Lets calls decide one after the other whether they may begin. They and their work log as the service does. */
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

  /** Runs work of a use in the background. An error ends the use; a stop of the service leaves it for the next start. */
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

  /** Ends the use that is under way. That of a move is saved first: the next call may begin when it sees the end. */
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

  /** Obtains a model and opens it; it is opened again at each start. */
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
    // One that is open and not saved would be gone after a restart.
    yield* Effect.uninterruptible(Effect.andThen(opened, this.#save(added)));
  });

  #moveAll(use: SavedModelUse): Effect.Effect<void, StoreError | DomainError> {
    return this.#each(use, "done", (to) => (name, onChange) => moveCollection(this.#services, name, to, onChange));
  }

  #moveAllBack(use: SavedModelUse): Effect.Effect<void, StoreError | DomainError> {
    return this.#each(use, "rolled_back", (from) => (name, onChange) => moveBack(this.#services, name, from, onChange));
  }

  /** Returns the reason of a failed move; one that was deleted meanwhile needs none. */
  #reasonOf(name: string, { message }: ChangeFailure): Effect.Effect<string | undefined> {
    const isThere = this.#services.collections.get(name);
    return Effect.match(isThere, {
      onSuccess: () => message,
      onFailure: (failure) => ("code" in failure && failure.code === "not_found" ? undefined : message),
    });
  }

  /** Moves the collections of a use one after the other; one that can't be moved doesn't stop the others. */
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
        if (problems.length < KEPT_PROBLEMS) problems.push(`${name}: ${reason}`);
        this.#note({ problems: [...problems] });
      }
      this.#note({ doneCount: names.length - failed, totalCount: names.length });
      yield* this.#end(ending);
    },
  );
}

const refused = (problem: string) => new ConfigurationError({ problems: [`SERVICE_EMBEDDER: ${problem}`] });

const messageOf = (error: ConfigurationError) => ({ message: error.problems.join("; ") });
