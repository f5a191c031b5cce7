import type { CallContext, Principal } from "../../rpc/handler.ts";
import type { Charge } from "../call/method-plan.ts";
import type { HttpCall } from "../http/http-call.ts";
import { type FormLimits, MultipartReader } from "../http/multipart-reader.ts";
import { arrivingBytes, checkUnpacked, readBody } from "../http/read-body.ts";
import type { Intake } from "../intake/intake.ts";
import { maxJsonValues } from "../json/json-shape.ts";
import { parseJsonBody } from "../json/parse-json.ts";
import { decodePathValue } from "../rest/route-template.ts";

/** Interval below the shortest idle timeout of common proxies, in milliseconds. */
const BEAT_MS = 20_000;

/** Request of a route group. The route reads the body as it needs it. */
export class GroupRequest {
  readonly context: CallContext;
  readonly query: URLSearchParams;
  readonly #call: HttpCall;
  readonly #values: Readonly<Record<string, string>>;
  readonly #intake: Intake;
  readonly #charge: Charge | undefined;
  #form: MultipartReader | undefined;

  constructor(
    call: HttpCall,
    { values, query }: { readonly values: Readonly<Record<string, string>>; readonly query: string },
    intake: Intake,
    charge: Charge | undefined,
  ) {
    this.context = call;
    this.query = new URLSearchParams(query);
    this.#call = call;
    this.#values = values;
    this.#intake = intake;
    this.#charge = charge;
  }

  /** Caller of a route that requires a key. */
  get principal(): Principal {
    return this.#call.principal!;
  }

  /** Returns a decoded value of the path. */
  path(name: string): string {
    return decodePathValue(this.#values[name]!);
  }

  /**
   * Returns the JSON body, whatever the content type; `{}` if it is empty. Fails with `too_large` above the limit.
   * `maxValues`: maximum number of keys and values; default: one per 64 bytes of the limit.
   */
  async json(maxBytes: number, maxValues = maxJsonValues(maxBytes)): Promise<unknown> {
    checkUnpacked(this.#call);
    const receipt = this.#intake.budget.open(this.#call.principal?.name);
    try {
      return parseJsonBody(await readBody<never>(this.#call, { limitBytes: maxBytes, receipt }), maxValues);
    } finally {
      receipt.release();
    }
  }

  /** Returns a reader of the multipart/form-data body. Call it once per request. */
  form(limits: FormLimits): MultipartReader {
    checkUnpacked(this.#call);
    return (this.#form = new MultipartReader(this.#call, limits));
  }

  /** Yields the body as it arrives. The caller must bound its size. */
  bytes(): AsyncGenerator<Uint8Array, void, undefined> {
    return arrivingBytes(this.#call);
  }

  /**
   * Keeps the connection open during long work without output: sends an interim response (102) at intervals, which
   * clients ignore. Proxies and this server close an idle connection after a minute or two.
   */
  async whileWaiting<Value>(work: () => Promise<Value>): Promise<Value> {
    const { response } = this.#call;
    const beat = () => {
      // HTTP/2 keeps its connections open by itself, and has no such method.
      if (!response.headersSent && "writeProcessing" in response) response.writeProcessing();
    };
    const timer = setInterval(beat, BEAT_MS).unref();
    try {
      return await work();
    } finally {
      clearInterval(timer);
    }
  }

  /** Counts so many additional requests against the rate limit of the key. */
  charge(requests: number): void {
    if (requests > 0) this.#charge?.(this.principal, requests);
  }

  /** Stops reading the form, if it was started. */
  end(): void {
    this.#form?.stop();
  }
}
