/** A broken or malicious file. */
export interface HostileFile {
  /** Unique name of the file's defect; the first word is its type. */
  readonly what: string;
  readonly filename: string;
  /** Created on demand: some are large. */
  readonly make: () => Uint8Array;
  /** Expected final status of its document; `either` if both are acceptable. */
  readonly ends: "failed" | "ready" | "either";
  /** Pattern that the error message of a failed document must match. */
  readonly message?: RegExp;
  /** Pattern that must not match the document's text. */
  readonly forbidden?: RegExp;
  /** Whether it is large, or takes more than about a second to parse: such files are excluded from `npm test`. */
  readonly isSlow?: boolean;
}

type Files = readonly HostileFile[];

const ending =
  (ends: HostileFile["ends"]) =>
  (what: string, make: () => Uint8Array | string): HostileFile => ({
    what,
    filename: `hostile.${what.slice(0, what.indexOf(" "))}`,
    make: () => {
      const content = make();
      return typeof content === "string" ? Buffer.from(content) : content;
    },
    ends,
  });

export const ready = ending("ready");
export const fails = ending("failed");
export const either = ending("either");

export const slow = (files: Files): Files => files.map((file) => ({ ...file, isSlow: true }));

export const saying = (message: RegExp, files: Files): Files => files.map((file) => ({ ...file, message }));

export const withoutText = (forbidden: RegExp, files: Files): Files => files.map((file) => ({ ...file, forbidden }));

/** A line of `/etc/passwd`. */
export const PASSWORDS = /root:.*:0:0/;

export const SENTENCE = "The bottom of the well is dry.";

/** Returns meaningless bytes, the same each time. */
export const noise = (bytes: number): Buffer => {
  const noisy = Buffer.alloc(bytes);
  let state = 7;
  for (let index = 0; index < bytes; index++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    noisy[index] = state >>> 16;
  }
  return noisy;
};
