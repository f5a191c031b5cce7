import type { Readable } from "node:stream";

/**
 * Emits a stream's lines as they are completed. Calls `onOverflow` for a line longer than `maxLength` characters, which
 * is not emitted.
 */
export const readLines = (
  stream: Readable,
  maxLength: number,
  onLine: (line: string) => void,
  onOverflow: () => void,
): void => {
  let parts: string[] = [];
  let length = 0;
  let isTooLong = false;
  const end = (): void => {
    const line = parts.join("");
    if (!isTooLong && line.trim() !== "") onLine(line);
    parts = [];
    length = 0;
    isTooLong = false;
  };
  const add = (part: string): void => {
    length += part.length;
    if (length <= maxLength) parts.push(part);
    else if (!isTooLong) {
      isTooLong = true;
      parts = [];
      onOverflow();
    }
  };
  stream.setEncoding("utf8");
  stream.on("data", (text: string) => {
    const [first = "", ...others] = text.split("\n");
    add(first);
    for (const other of others) {
      end();
      add(other);
    }
  });
  stream.on("end", end);
  // The stream's process ends as well, and reports it.
  stream.on("error", () => {});
};
