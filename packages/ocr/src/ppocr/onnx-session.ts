import type { OnnxRuntime } from "@quarry/onnx/child";

/** Tensor: numbers with their shape. */
export interface Numbers {
  readonly values: Float32Array;
  readonly shape: readonly number[];
}

/** A model with one input and one output. */
export type OnnxSession = (input: Numbers) => Promise<Numbers>;

/** Settings for one page at a time, concurrently with other processes. */
const OPTIONS = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  // Memory is released after each page: page sizes vary, and an arena would retain the maximum.
  enableCpuMemArena: false,
  enableMemPattern: false,
} as const;

export async function openSession({ InferenceSession, Tensor }: OnnxRuntime, file: string): Promise<OnnxSession> {
  const session = await InferenceSession.create(file, OPTIONS);
  const [input, output] = [session.inputNames[0]!, session.outputNames[0]!];
  return async ({ values, shape }) => {
    const { data, dims } = (await session.run({ [input]: new Tensor("float32", values, shape) }))[output]!;
    return { values: data as Float32Array, shape: dims };
  };
}
