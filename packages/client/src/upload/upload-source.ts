/** File that can be read from its start repeatedly. */
export interface ReplayableFile {
  /** Size in bytes, sent to the service, which refuses a file of another size. */
  readonly size: number;
  /** File name, unless the upload specifies another. */
  readonly filename?: string;
  readonly open: () => AsyncIterable<Uint8Array>;
  /**
   * Content as a Blob, for transports that can't stream a request. Default: the content of `open`, read into memory.
   */
  readonly blob?: () => Promise<Blob>;
}

/**
 * Source of an upload. Bytes, a `Blob` (such as a browser's `File`) and a replayable file are sent again if the
 * connection breaks. A stream can be read only once, so its upload is attempted once.
 */
export type UploadSource = Uint8Array | Blob | ReplayableFile | AsyncIterable<Uint8Array>;

/** Source as read by uploads. */
export interface OpenableSource {
  /** Size in bytes, or undefined if it is only known at the end of the stream. */
  readonly size: number | undefined;
  readonly filename: string | undefined;
  readonly isReplayable: boolean;
  readonly open: () => AsyncIterable<Uint8Array>;
  readonly blob: () => Promise<Blob>;
}

export const openable = (source: UploadSource): OpenableSource => {
  if (source instanceof Uint8Array) return ofBytes(source);
  if (source instanceof Blob) return ofBlob(source);
  if ("open" in source) return ofFile(source);
  const open = () => source;
  return { size: undefined, filename: undefined, isReplayable: false, open, blob: () => collect(open()) };
};

const ofBytes = (bytes: Uint8Array): OpenableSource => ({
  size: bytes.byteLength,
  filename: undefined,
  isReplayable: true,
  open: async function* () {
    yield bytes;
  },
  blob: async () => new Blob([bytes as Uint8Array<ArrayBuffer>]),
});

const ofBlob = (blob: Blob): OpenableSource => ({
  size: blob.size,
  filename: "name" in blob && typeof blob.name === "string" ? blob.name : undefined,
  isReplayable: true,
  open: () => blob.stream() as unknown as AsyncIterable<Uint8Array>,
  blob: async () => blob,
});

const ofFile = ({ size, filename, open, blob }: ReplayableFile): OpenableSource => ({
  size,
  filename,
  isReplayable: true,
  open,
  blob: blob ?? (() => collect(open())),
});

const collect = async (bytes: AsyncIterable<Uint8Array>): Promise<Blob> => {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of bytes) parts.push(part as Uint8Array<ArrayBuffer>);
  return new Blob(parts);
};
