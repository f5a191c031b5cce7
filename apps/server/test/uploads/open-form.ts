import http from "node:http";
import { BOUNDARY, FORM_END, formPart } from "../harness/raw-http.ts";
import type { TestServer } from "../harness/test-server.ts";

/** Upload method. */
export interface Way {
  readonly name: string;
  readonly path: string;
  readonly field: string;
  /** Number of files that this method sends. */
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

/** Long enough that a part of it reaches the disk without a flush. */
const TEXT = "A heron stands in the reeds and looks at the water. ".repeat(1_000);

/** Follows the files: once it has arrived, the last file has ended. */
const METADATA = formPart("metadata", '{"bird":"heron"}');

/** Form whose bytes are sent under a test's control. */
export class OpenForm {
  /** HTTP status, or 0 if no response arrived. */
  readonly #answer: Promise<{ readonly status: number }>;
  readonly #request: http.ClientRequest;
  readonly #form: string;
  #sent = 0;

  private constructor(request: http.ClientRequest, form: string) {
    this.#request = request;
    this.#form = form;
    this.#answer = new Promise((resolve) => {
      request.on("response", (response) => {
        response.resume();
        response.on("end", () => resolve({ status: response.statusCode! }));
        response.on("error", () => resolve({ status: 0 }));
      });
      request.on("error", () => resolve({ status: 0 }));
    });
  }

  /** Opens the connection and sends the request's head. */
  static send(server: TestServer, path: string, way: Way): OpenForm {
    const files = Array.from({ length: way.files }, (_, at) => formPart(way.field, TEXT, `${at}.txt`));
    const form = files.join("") + METADATA + FORM_END;
    const request = http.request(`${server.api.address}${path}${way.path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${server.secret}`,
        "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
        "content-length": Buffer.byteLength(form),
        ...(way.hasKey && { "idempotency-key": "once" }),
      },
    });
    return new OpenForm(request, form);
  }

  /** Sends half of the first file, or all files and the metadata, without the form's closing delimiter. */
  write(what: "half" | "all"): void {
    const end = what === "half" ? TEXT.length / 2 : this.#form.length - "--\r\n".length;
    this.#request.write(this.#form.slice(this.#sent, end));
    this.#sent = end;
  }

  /** Sends the rest. */
  end(): Promise<{ readonly status: number }> {
    this.#request.end(this.#form.slice(this.#sent));
    return this.#answer;
  }

  destroy(): void {
    this.#request.destroy();
  }
}
