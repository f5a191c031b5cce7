import type { Message } from "@bufbuild/protobuf";
import { escapeControls, invalidArgument, nearName, pagingProblem } from "@quarry/plugin/domain";
import type { CallContext } from "../../rpc/handler.ts";
import { namesHeader } from "../../rpc/names-header.ts";

/** Unknown names of one request that are looked at: what has more of them is no request of anybody who slipped. */
const MAX_NAMES = 64;

const HEADER = "x-ignored-fields";

/**
 * The names of a request that nothing reads. One that is close to a name that would be read is refused, since what it asks
 * for would be left undone in silence; the caller is told of the others.
 */
export class UnknownFields {
  readonly #names = new Set<string>();
  #isTruncated = false;

  /** `path` is where the name stands, without it and without indexes. Throws `invalid_argument`. */
  add(name: string, known: readonly string[], path = "", placed: (name: string) => string = within(path)): void {
    if (this.#isTruncated) return;
    const where = path === "" ? name : `${path}.${name}`;
    if (this.#names.has(where)) return;
    if (this.#names.size === MAX_NAMES) {
      this.#isTruncated = true;
      return;
    }
    const paging = pagingProblem(name, known);
    if (paging !== undefined) throw invalidArgument(`${escapeControls(placed(name))}: ${paging}`);
    const meant = nearName(name, known);
    if (meant !== undefined) {
      throw invalidArgument(
        `${escapeControls(placed(name))}: is no field of this request; did you mean ${JSON.stringify(meant)}?`,
      );
    }
    this.#names.add(where);
  }

  /** Value of the header; undefined where no field was ignored. */
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
export const ignoredIn = (message: Message): string | undefined => headers.get(message);

/** Reports the ignored fields of a request to the caller. */
export const reportIgnored = (call: Pick<CallContext, "responseHeaders">, header: string | undefined): void => {
  if (header === undefined) return;
  const reported = call.responseHeaders.get(HEADER);
  call.responseHeaders.set(HEADER, reported === undefined ? header : `${reported}, ${header}`);
};
