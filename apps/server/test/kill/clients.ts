import { setTimeout as sleep } from "node:timers/promises";
import { libraryFiles, type SampleFile } from "../fixtures/library.ts";
import { KINDS, sampleFile } from "../fixtures/sample-files.ts";
import { type Answer, type Api, type CallOptions, documentsPath, type Failure } from "../harness/api.ts";
import type { Random } from "../harness/random.ts";
import type { Document, QueryAnswer } from "../harness/resources.ts";
import type { Ledger, Upload } from "./ledger.ts";

/** Life of the server, from a start to the signal that kills it. */
export interface Life {
  readonly api: Api;
  isKilled: boolean;
}

/** Collections that exist during the whole test. */
export const SMALL = "small_files";
export const LIBRARY = "library_files";

/** Enough that the kills hit every kind of moment, few enough that all are processed within the test. */
const MAX_UPLOADS = 320;

const MODES = ["semantic", "keyword", "hybrid"] as const;

/** Clients of the service: they upload, delete, search and list at random, and record the responses. */
export class Clients {
  readonly #random: Random;
  readonly #ledger: Ledger;
  readonly #library: readonly SampleFile[];
  #count = 0;

  private constructor(random: Random, ledger: Ledger, library: readonly SampleFile[]) {
    this.#random = random;
    this.#ledger = ledger;
    this.#library = library;
  }

  static async make(random: Random, ledger: Ledger): Promise<Clients> {
    return new Clients(random, ledger, await libraryFiles());
  }

  /** Works until the server is killed. Fails if a response is wrong. */
  async work(life: Life): Promise<void> {
    while (!life.isKilled) {
      await this.#act(life);
      await sleep(this.#random.between(20, 220));
    }
  }

  async makeCollection(life: Life, name: string): Promise<void> {
    const collection = this.#ledger.collection(name);
    const answer = await call(life, "POST", "/v1/collections", { json: { name } });
    if (answer === undefined) return;
    expectStatus(answer, [201]);
    collection.state = "live";
  }

  #act(life: Life): Promise<void> {
    const dice = this.#random.next();
    if (dice < 0.6) return this.#upload(life);
    if (dice < 0.75) return this.#deleteDocument(life);
    if (dice < 0.9) return this.#query(life);
    if (dice < 0.95) return this.makeCollection(life, `passing_${++this.#count}`);
    return this.#deleteCollection(life);
  }

  async #upload(life: Life): Promise<void> {
    if (this.#ledger.uploads.size >= MAX_UPLOADS) return;
    const { upload, bytes } = await this.#nextFile();
    const form = new FormData();
    form.append("file", new Blob([bytes as Uint8Array<ArrayBuffer>]), upload.filename);
    form.append("metadata", JSON.stringify({ number: this.#count }));
    const options = { body: form };
    const answer = await call<Document & Failure>(life, "POST", documentsPath(upload.collection), options);
    if (answer === undefined) return;
    // A collection that another client is deleting may already be gone.
    expectStatus(answer, this.#isLive(upload.collection) ? [201] : [201, 404]);
    if (answer.status === 201) {
      upload.id = answer.body.id;
      upload.state = "accepted";
    } else upload.state = "refused";
  }

  async #nextFile(): Promise<{ upload: Upload; bytes: Uint8Array }> {
    const name = `file-${++this.#count}`;
    if (this.#random.chance(0.12)) {
      const { filename, bytes } = this.#random.pick(this.#library);
      return { upload: this.#ledger.upload(`${name}-${filename}`, LIBRARY, undefined, false), bytes };
    }
    const kind = this.#random.pick(KINDS);
    const collection = this.#random.chance(0.75) ? SMALL : this.#random.pick(this.#ledger.liveCollections).name;
    const isBroken = this.#random.chance(0.08);
    const token = this.#random.word();
    const { filename, bytes } = await sampleFile(kind, name, `The password of the attic is ${token} since last May.`);
    const target = collection === LIBRARY ? SMALL : collection;
    const upload = this.#ledger.upload(filename, target, isBroken ? undefined : token, isBroken);
    return { upload, bytes: isBroken ? new Uint8Array() : bytes };
  }

  async #deleteDocument(life: Life): Promise<void> {
    const deletable = this.#ledger.deletable;
    if (deletable.length < 10) return;
    const upload = this.#random.pick(deletable);
    upload.state = "deleting";
    const answer = await call(life, "DELETE", documentsPath(upload.collection, upload.id!));
    if (answer === undefined) return;
    expectStatus(answer, this.#isLive(upload.collection) ? [200] : [200, 404]);
    upload.state = "deleted";
    await this.#checkGone(life, upload);
  }

  async #checkGone(life: Life, upload: Upload): Promise<void> {
    const answer = await call(life, "GET", documentsPath(upload.collection, upload.id!));
    if (answer !== undefined) expectStatus(answer, [404]);
  }

  async #query(life: Life): Promise<void> {
    const known = [...this.#ledger.uploads.values()].filter(({ token }) => token !== undefined);
    if (known.length === 0) return;
    const { token, collection } = this.#random.pick(known);
    const gone = new Set(
      [...this.#ledger.uploads.values()].filter(({ state }) => state === "deleted").map(({ id }) => id),
    );
    const json = { query: `What is the password ${token}?`, search_mode: this.#random.pick(MODES), top_k: 50 };
    const answer = await call<QueryAnswer>(life, "POST", `/v1/collections/${collection}/query`, { json });
    if (answer === undefined) return;
    expectStatus(answer, this.#isLive(collection) ? [200] : [200, 404]);
    if (answer.status !== 200) return;
    const { results } = answer.body;
    const back = results.find(({ document_id }) => gone.has(document_id));
    if (back !== undefined) throw new Error(`a query gave a chunk of the deleted document ${back.document_id}`);
    if (new Set(results.map(({ id }) => id)).size < results.length) throw new Error("a query gave a chunk twice");
  }

  async #deleteCollection(life: Life): Promise<void> {
    const passing = this.#ledger.liveCollections.filter(({ name }) => name.startsWith("passing_"));
    if (passing.length === 0) return;
    const collection = this.#random.pick(passing);
    collection.state = "deleting";
    const answer = await call(life, "DELETE", `/v1/collections/${collection.name}`);
    if (answer === undefined) return;
    expectStatus(answer, [200]);
    collection.state = "deleted";
  }

  #isLive(collection: string): boolean {
    return this.#ledger.collections.get(collection)?.state === "live";
  }
}

/** Returns undefined if the server was killed before it responded. */
const call = async <Body = Failure>(
  life: Life,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer<Body> | undefined> => {
  if (life.isKilled) return undefined;
  try {
    return await life.api.call<Body>(method, path, options);
  } catch (error) {
    if (life.isKilled) return undefined;
    throw new Error(`${method} ${path} was not answered, and nobody had killed the server`, { cause: error });
  }
};

const expectStatus = (answer: Answer<unknown>, statuses: readonly number[]): void => {
  if (!statuses.includes(answer.status)) {
    throw new Error(`expected ${statuses.join(" or ")}, got ${answer.status}: ${answer.text}`);
  }
};
