/** An answer that takes longer is a breach: nothing here is large. */
const ANSWER_DEADLINE_MS = 60_000;

/** Calls one life of the service, until it is killed. */
export class KillApi {
  isKilled = false;
  calls = 0;
  readonly #address: string;
  readonly #secret: string;
  readonly #fail: (kind: string, example: string) => void;

  constructor(address: string, secret: string, fail: (kind: string, example: string) => void) {
    this.#address = address;
    this.#secret = secret;
    this.#fail = fail;
  }

  /** The body of the answer; undefined where there is none because of the kill, or a wrong one, which is a breach. */
  async call<Body>(
    method: string,
    path: string,
    { json, form }: { readonly json?: unknown; readonly form?: FormData } = {},
    expected: readonly number[] = [200],
  ): Promise<Body | undefined> {
    if (this.isKilled) return undefined;
    this.calls += 1;
    const headers = new Headers({ authorization: `Bearer ${this.#secret}` });
    if (json !== undefined) headers.set("content-type", "application/json");
    const body = json === undefined ? form : JSON.stringify(json);
    const signal = AbortSignal.timeout(ANSWER_DEADLINE_MS);
    try {
      const response = await fetch(this.#address + path, {
        method,
        headers,
        signal,
        ...(body !== undefined && { body }),
      });
      const text = await response.text();
      if (expected.includes(response.status)) return JSON.parse(text) as Body;
      this.#fail("unexpected status", `${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    } catch (error) {
      if (!this.isKilled) this.#fail("not answered", `${method} ${path}: ${String((error as Error).cause ?? error)}`);
    }
    return undefined;
  }
}
