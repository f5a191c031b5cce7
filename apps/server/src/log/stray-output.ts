import { currentCall } from "@quarry/host";

export interface StrayLine {
  readonly stream: "stdout" | "stderr";
  readonly text: string;
  /** Plugin whose call printed the line, if known: threads print for all plugins that run in them. */
  readonly plugin: string | undefined;
}

/** Output of the service itself, as opposed to output of the code that it runs. */
export interface OwnOutput {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
}

/** Maximum length of a line. The remainder of a longer line is dropped as it arrives. */
const MAX_LINE_CHARACTERS = 4_000;

/** Time after which an unterminated line is reported. */
const UNENDED_MS = 1_000;

/**
 * Captures the output of plugins, libraries and threads from now on, and passes it to `take` as lines. It is then
 * bounded like the rest of the log, and breaks no log line.
 */
export const catchStrayOutput = (take: (line: StrayLine) => void): OwnOutput => {
  const [out, error] = (["stdout", "stderr"] as const).map((name) => {
    const stream = process[name];
    const write = stream.write.bind(stream);
    const lines = new Lines((text, plugin) => take({ stream: name, text, plugin }));
    stream.write = (chunk: string | Uint8Array, ...more: readonly unknown[]): boolean => {
      const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
      lines.add(text, currentCall()?.plugin);
      const done = more.find((one) => typeof one === "function") as (() => void) | undefined;
      if (done !== undefined) process.nextTick(done);
      return true;
    };
    return (text: string) => void write(`${text}\n`);
  });
  return { out: out!, error: error! };
};

class Lines {
  readonly #take: (text: string, plugin: string | undefined) => void;
  #begun = "";
  #plugin: string | undefined;
  #unended: NodeJS.Timeout | undefined;

  constructor(take: (text: string, plugin: string | undefined) => void) {
    this.#take = take;
  }

  add(text: string, plugin: string | undefined): void {
    this.#plugin = plugin;
    let from = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
      this.#append(text, from, end);
      this.#end();
      from = end + 1;
    }
    this.#append(text, from, text.length);
    if (this.#begun !== "") this.#unended ??= setTimeout(() => this.#end(), UNENDED_MS).unref();
  }

  #append(text: string, from: number, end: number): void {
    const capacity = MAX_LINE_CHARACTERS - this.#begun.length;
    if (capacity > 0) this.#begun += text.slice(from, Math.min(end, from + capacity));
  }

  #end(): void {
    clearTimeout(this.#unended);
    this.#unended = undefined;
    const line = this.#begun.trimEnd();
    this.#begun = "";
    if (line !== "") this.#take(line, this.#plugin);
  }
}
