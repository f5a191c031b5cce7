import type { CallContext, Principal } from "../../rpc/handler.ts";
import type { Charge } from "../call/method-plan.ts";
import { continueBody } from "../http/answer-before-body.ts";
import { CallerLeft, type HttpCall } from "../http/http-call.ts";
import { type FormLimits, MultipartReader } from "../http/multipart-reader.ts";
import { checkUnpacked, readBody } from "../http/read-body.ts";
import type { Intake } from "../intake/intake.ts";
import { maxJsonValues } from "../json/json-shape.ts";
import { parseJsonBody } from "../json/parse-json.ts";
import { decodePathValue } from "../rest/route-template.ts";

/** Below the shortest patience of common proxies. */
const BEAT_MS = 20_000;

/** A request of a route group, whose body the route reads as it needs it. */
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

  /** The caller of a route that needs a key. */
  get principal(): Principal {
    return this.#call.principal!;
  }

  /** A value of the path, decoded. */
  path(name: string): string {
    return decodePathValue(this.#values[name]!);
  }

  /**
   * The JSON body, `{}` where it is empty, whatever the content type. `too_large` above the limit. `maxValues`: most keys and
   * values in it; default: one for each 64 bytes of the limit.
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

  /** The multipart/form-data body, part by part. Once per request. */
  form(limits: FormLimits): MultipartReader {
    checkUnpacked(this.#call);
    return (this.#form = new MultipartReader(this.#call, limits));
  }

  /** The body as it comes. The caller bounds it. */
  async *bytes(): AsyncGenerator<Uint8Array, void, undefined> {
    const { request } = this.#call;
    checkUnpacked(this.#call);
    continueBody(this.#call);
    try {
      // The request must outlive this: its answer goes over the same connection.
      for await (const bytes of request.iterator({ destroyOnReturn: false })) yield bytes as Uint8Array;
    } catch (error) {
      if (!request.complete) throw new CallerLeft();
      throw error;
    }
    if (!request.complete) throw new CallerLeft();
  }

  /**
   * Keeps the connection while work takes long and nothing is sent: an interim answer (102) now and then, which clients pass
   * over. Proxies and this server give up a silent connection after a minute or two.
   */
  async whileWaiting<Value>(work: () => Promise<Value>): Promise<Value> {
    const { response } = this.#call;
    const beat = () => {
      // HTTP/2 keeps its connections by itself, and has no such method.
      if (!response.headersSent && "writeProcessing" in response) response.writeProcessing();
    };
    const timer = setInterval(beat, BEAT_MS).unref();
    try {
      return await work();
    } finally {
      clearInterval(timer);
    }
  }

  /** Counts the request as so many more against the rate limit of its key. */
  charge(requests: number): void {
    if (requests > 0) this.#charge?.(this.principal, requests);
  }

  /** Ends what was begun of the body. */
  end(): void {
    this.#form?.stop();
  }
}
