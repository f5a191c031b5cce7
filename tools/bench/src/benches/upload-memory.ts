import { join } from "node:path";
import { type Bench, type BenchContext, scaled } from "../harness/bench.ts";
import { compared, measured } from "../harness/figure.ts";
import { QuarryClient } from "../load/quarry-client.ts";
import { uploadBytes } from "../load/upload-bytes.ts";
import { MeasuredProcess } from "../processes/measured-process.ts";
import { type QuarryServer, startQuarry } from "../processes/quarry-server.ts";

const BARE_SERVER = new URL("../processes/bare-sink-server.ts", import.meta.url);

const COLLECTION = "uploads";
const BYTES_PER_MB = 1_048_576;
/** The largest that the service takes by default. */
const FILE_MB = 1_024;
const MAX_PEAK_MB = 300;
const BOUNDARY = "quarry-bench-boundary";

/** That a large file goes to the disk as it comes. */
export const uploadMemory: Bench = {
  name: "upload-memory",
  summary:
    "a file of 1 GB in one upload against bare node:http writing the body to a file, by peak memory of the server",
  run: async (context) => {
    const size = scaled(context, FILE_MB) * BYTES_PER_MB;
    context.note(`one file of ${size} bytes; an image, so that no parser takes part`);
    const reference = await bareUpload(context, size);
    await startOnce(context);
    await using quarry = await startQuarry(join(context.directory, "data"));
    const idle = await quarry.process.usage();
    const cpuMs = await quarry.process.cpuWhile(() => quarryUpload(quarry, size));
    const after = await quarry.process.usage();
    const secondsPerGb = (milliseconds: number) => (milliseconds / 1000 / size) * 1e9;
    return [
      compared(
        {
          name: "peak memory (RSS)",
          unit: "MB",
          referenceName: "bare node:http",
          goal: { of: "value", atMost: MAX_PEAK_MB },
        },
        { subject: [after.peakMemoryMb], reference: [reference.peakMemoryMb] },
      ),
      measured("peak memory before the upload", "MB", [idle.peakMemoryMb]),
      compared(
        { name: "server CPU", unit: "s/GB", referenceName: "bare node:http" },
        { subject: [secondsPerGb(cpuMs)], reference: [secondsPerGb(reference.cpuMs)] },
      ),
    ];
  },
};

/** The first start after an install strips types and compiles, which takes 50 MB more; later ones find it done. */
const startOnce = async (context: BenchContext): Promise<void> => {
  context.note("the service was started once before, so that its code is compiled");
  await using first = await startQuarry(join(context.directory, "first"));
  await first.process.stop();
};

const bareUpload = async (context: BenchContext, size: number) => {
  await using bare = await MeasuredProcess.start(BARE_SERVER, [join(context.directory, "bare-upload")]);
  const cpuMs = await bare.cpuWhile(() => uploadBytes({ port: bare.port, path: "/", headers: {} }, size));
  const { peakMemoryMb } = await bare.usage();
  return { cpuMs, peakMemoryMb };
};

const quarryUpload = async (quarry: QuarryServer, size: number): Promise<void> => {
  using client = await QuarryClient.open(quarry);
  await client.call("POST", "/v1/collections", { name: COLLECTION });
  const target = {
    port: quarry.process.port,
    path: `/v1/collections/${COLLECTION}/documents`,
    headers: { authorization: quarry.authorization, "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
  };
  const disposition = 'form-data; name="file"; filename="photo.png"';
  const head = `--${BOUNDARY}\r\nContent-Disposition: ${disposition}\r\n\r\n`;
  const { status, body } = await uploadBytes(target, size, head, `\r\n--${BOUNDARY}--\r\n`);
  if (status !== 201) throw new Error(`the upload was answered with ${status}: ${body}`);
};
