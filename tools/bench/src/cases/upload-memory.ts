import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { type ChildServer, Quarry } from "@quarry/services/kit";
import type { Case } from "../harness/bench.ts";
import { taken } from "../harness/measure.ts";
import { startBare } from "../support/bare-server.ts";

const BOUNDARY = "quarry-bench-boundary";
/** Sent repeatedly, so that the sender's cost doesn't affect the measurement. */
const BLOCK = Buffer.alloc(262_144, "quarry ");

export default {
  summary:
    "a file of 1 GB in one upload against bare node:http writing the body to a file, by peak memory of the server",
  run: async (bench) => {
    const size = bench.scaled(1_024) * 1_048_576;
    bench.note(`one file of ${size} bytes; an image, so that no parser takes part`);
    const bare = bench.use(await startBare("sink", join(bench.directory, "bare-upload")));
    // The first start after an installation strips types and compiles, which takes 50 MB more.
    await using _ = await Quarry.start();
    const quarry = bench.use(await Quarry.start());
    await quarry.call("POST", "/v1/collections", { name: "uploads" });
    const idle = await quarry.usage();
    const side =
      (server: ChildServer, path: string, authorization = "") =>
      async () => {
        const { cpuMs } = await taken(() => upload(`${server.address}${path}`, authorization, size), server);
        return { peak: (await server.usage()).peakMemoryMb, cpu: (cpuMs / 1_000 / size) * 1e9 };
      };
    await bench.compare({
      reference: "bare node:http",
      ...{ rounds: 1, warmUp: 0 },
      subject: side(quarry, "/v1/collections/uploads/documents", quarry.authorization),
      other: side(bare, "/"),
      figures: { peak: ["peak memory (RSS)", "MB", { value: 300 }], cpu: ["server CPU", "s/GB"] },
    });
    bench.figure("peak memory before the upload", "MB", [idle.peakMemoryMb]);
  },
} satisfies Case;

const upload = async (url: string, authorization: string, size: number): Promise<void> => {
  const disposition = 'form-data; name="file"; filename="photo.png"';
  const head = `--${BOUNDARY}\r\nContent-Disposition: ${disposition}\r\n\r\n`;
  const tail = `\r\n--${BOUNDARY}--\r\n`;
  const headers = {
    ...{ authorization, "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
    "content-length": head.length + size + tail.length,
  };
  const sending = request(url, { method: "POST", headers });
  const answered = once(sending, "response") as Promise<[IncomingMessage]>;
  sending.write(head);
  for (let left = size; left > 0; left -= BLOCK.length) {
    const hasRoom = sending.write(left < BLOCK.length ? BLOCK.subarray(0, left) : BLOCK);
    if (!hasRoom) await Promise.race([once(sending, "drain"), answered]);
  }
  sending.end(tail);
  const [response] = await answered;
  const text = (await response.setEncoding("utf8").toArray()).join("");
  if (response.statusCode !== 201) throw new Error(`the upload was answered with ${response.statusCode}: ${text}`);
};
