import http from "node:http";
import { BOUNDARY, FORM_END, formPart } from "../harness/raw-http.ts";
import type { TestServer } from "../harness/test-server.ts";

/** One way of uploading. */
export interface Way {
  readonly name: string;
  readonly path: string;
  readonly field: string;
  /** Number of files that it sends. */
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

/** Long enough that a part of it reaches the disk by itself. */
const TEXT = "A heron stands in the reeds and looks at the water. ".repeat(1_000);

/** Stands behind the files, whose last one has ended when this has come. */
const METADATA = formPart("metadata", '{"bird":"heron"}');

/** A form whose bytes are sent as a test wants. */
export class OpenForm {
  /** 0 when no answer came. */
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

  /** Sends the head. */
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

  /** Half of the first file, or all files and the metadata, without what says that this is the end of the form. */
  write(what: "half" | "all"): void {
    const end = what === "half" ? TEXT.length / 2 : this.#form.length - "--\r\n".length;
    this.#request.write(this.#form.slice(this.#sent, end));
    this.#sent = end;
  }

  /** Sends what is left. */
  end(): Promise<{ readonly status: number }> {
    this.#request.end(this.#form.slice(this.#sent));
    return this.#answer;
  }

  destroy(): void {
    this.#request.destroy();
  }
}
