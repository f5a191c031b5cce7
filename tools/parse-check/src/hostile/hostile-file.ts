/** A file that is broken or meant to do harm. */
export interface HostileFile {
  /** Defect of the file, unique; the first word is its type. */
  readonly what: string;
  readonly filename: string;
  /** Made when needed: some are large. */
  readonly make: () => Uint8Array;
  /** Final status of its document; `either` where both are right. */
  readonly ends: "failed" | "ready" | "either";
  /** Pattern that the error message of a failed document must match. */
  readonly message?: RegExp;
  /** Pattern that must not match its text. */
  readonly forbidden?: RegExp;
  /** Whether it is large, or takes more than a second or so to read: such files are not part of `npm test`. */
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

/** The same bytes each time, which mean nothing. */
export const noise = (bytes: number): Buffer => {
  const noisy = Buffer.alloc(bytes);
  let state = 7;
  for (let index = 0; index < bytes; index++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    noisy[index] = state >>> 16;
  }
  return noisy;
};
