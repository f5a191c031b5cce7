import http from "node:http";
import { BOUNDARY, FORM_END, formPart } from "../harness/raw-http.ts";
import type { TestServer } from "../harness/test-server.ts";

/** One way of uploading. */
export interface Way {
  readonly name: string;
  readonly path: string;
  readonly field: string;
  /** How many it sends. */
  readonly files: number;
  readonly hasKey: boolean;
}

const SINGLE = { path: "", field: "file", files: 1 };
const BATCH = { path: "/batch/upload", field: "files", files: 3 };

export const WAYS: readonly Way[] = [
  { name: "one file", ...SINGLE, hasKey: false },
  { name: "one file with an Idempotency-Key", ...SINGLE, hasKey: true },
  { name: "a batch", ...BATCH, hasKey: false },
  { name: "a batch with an Idempotency-Key", ...BATCH, hasKey: true },
];

/** Long enough that a part of it reaches the disk. */
const TEXT = "A heron stands in the reeds and looks at the water. ".repeat(10_000);

/** A form whose bytes are sent as a test wants. */
export class OpenForm {
  /** 0 when no answer came. */
  readonly #answer: Promise<{ readonly status: number }>;
  readonly #request: http.ClientRequest;
  readonly #parts: string;
  #sent = 0;

  private constructor(request: http.ClientRequest, parts: string) {
    this.#request = request;
    this.#parts = parts;
    this.#answer = new Promise((resolve) => {
      request.on("response", (response) => {
        response.resume();
        response.on("end", () => resolve({ status: response.statusCode! }));
        response.on("error", () => resolve({ status: 0 }));
      });
      request.on("error", () => resolve({ status: 0 }));
    });
  }

  /** Sends the head. */
  static send(server: TestServer, path: string, way: Way): OpenForm {
    const parts = Array.from({ length: way.files }, (_, at) => formPart(way.field, TEXT, `${at}.txt`)).join("");
    const request = http.request(`${server.api.address}${path}${way.path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${server.secret}`,
        "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
        "content-length": Buffer.byteLength(parts + FORM_END),
        ...(way.hasKey && { "idempotency-key": "once" }),
      },
    });
    return new OpenForm(request, parts);
  }

  /** Half of the first file, or all files without the end of the form. */
  write(what: "half" | "all"): void {
    const end = what === "half" ? TEXT.length / 2 : this.#parts.length;
    this.#request.write(this.#parts.slice(this.#sent, end));
    this.#sent = end;
  }

  /** Sends what is left. */
  end(): Promise<{ readonly status: number }> {
    this.#request.end(this.#parts.slice(this.#sent) + FORM_END);
    return this.#answer;
  }

  destroy(): void {
    this.#request.destroy();
  }
}
