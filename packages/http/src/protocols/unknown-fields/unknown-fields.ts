import type { Message } from "@bufbuild/protobuf";
import { escapeControls, invalidArgument, nearName, pagingProblem } from "@quarry/plugin/domain";
import type { CallContext } from "../../rpc/handler.ts";
import { namesHeader } from "../../rpc/names-header.ts";

/** Maximum number of unknown names of one request that are examined: a request with more is not a typing error. */
const MAX_NAMES = 64;

const HEADER = "x-ignored-fields";

/**
 * Names of a request that nothing reads. A name that is similar to a known one is rejected, because the intended field
 * would otherwise be ignored silently. The others are reported to the caller.
 */
export class UnknownFields {
  readonly #names = new Set<string>();
  #isTruncated = false;

  /** Adds a name. `path` is the path of its parent, without indexes. Throws `invalid_argument`. */
  add(name: string, known: readonly string[], path = "", placed: (name: string) => string = within(path)): void {
    if (this.#isTruncated) return;
    const fieldPath = path === "" ? name : `${path}.${name}`;
    if (this.#names.has(fieldPath)) return;
    if (this.#names.size === MAX_NAMES) {
      this.#isTruncated = true;
      return;
    }
    const paging = pagingProblem(name, known);
    if (paging !== undefined) throw invalidArgument(`${escapeControls(placed(name))}: ${paging}`);
    const suggestion = nearName(name, known);
    if (suggestion !== undefined) {
      throw invalidArgument(
        `${escapeControls(placed(name))}: is not a field of this request; did you mean ${JSON.stringify(suggestion)}?`,
      );
    }
    this.#names.add(fieldPath);
  }

  /** Value of the header; undefined if no field was ignored. */
  get header(): string | undefined {
    return namesHeader(this.#names, this.#isTruncated);
  }
}

const within = (path: string) => (name: string) => (path === "" ? name : `${path}.${name}`);

const headers = new WeakMap<Message, string>();

/** Stores the header that reports a request's ignored fields, for the code that answers it. */
export const noteIgnored = (message: Message, header: string | undefined): void => {
  if (header !== undefined) headers.set(message, header);
};

/** Header value that `noteIgnored` has stored for a message. */
export const ignoredHeaderOf = (message: Message): string | undefined => headers.get(message);

/** Reports the ignored fields of a request to the caller. */
export const reportIgnored = (call: Pick<CallContext, "responseHeaders">, header: string | undefined): void => {
  if (header === undefined) return;
  const reported = call.responseHeaders.get(HEADER);
  call.responseHeaders.set(HEADER, reported === undefined ? header : `${reported}, ${header}`);
};
