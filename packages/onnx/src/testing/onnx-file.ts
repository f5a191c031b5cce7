import { type Field, message } from "./protobuf-bytes.ts";

// Field numbers as in onnx.proto (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto).

const FLOAT = 1;
const INT64 = 7;
const INT_ATTRIBUTE = 2;

/** Node of the graph: an operator with its inputs, one output and its integer attributes. */
export interface GraphNode {
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly output: string;
  readonly attributes?: Readonly<Record<string, number>>;
}

export interface GraphConstant {
  readonly name: string;
  readonly dimensions: readonly number[];
  readonly values: Float32Array | BigInt64Array;
}

export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly constants: readonly GraphConstant[];
  /** Integer inputs of shape texts × tokens. */
  readonly inputs: readonly string[];
  /** Floating-point output, with the names or sizes of its dimensions. */
  readonly output: { readonly name: string; readonly shape: readonly (string | number)[] };
}

/** Returns the bytes of an ONNX file that contains the graph. */
export function onnxFile({ nodes, constants, inputs, output }: Graph): Uint8Array {
  const graph = message(
    ...nodes.map((node): Field => [1, nodeBytes(node)]),
    [2, "tiny"],
    ...constants.map((constant): Field => [5, tensorBytes(constant)]),
    ...inputs.map((name): Field => [11, valueInfo(name, INT64, ["texts", "tokens"])]),
    [12, valueInfo(output.name, FLOAT, output.shape)],
  );
  const operators = message([1, ""], [2, 17]);
  return message([1, 8], [8, operators], [7, graph]);
}

const nodeBytes = ({ operator, inputs, output, attributes = {} }: GraphNode) =>
  message(
    ...inputs.map((input): Field => [1, input]),
    [2, output],
    [4, operator],
    ...Object.entries(attributes).map(([name, value]): Field => [
      5,
      message([1, name], [3, value], [20, INT_ATTRIBUTE]),
    ]),
  );

const tensorBytes = ({ name, dimensions, values }: GraphConstant) =>
  message(
    ...dimensions.map((dimension): Field => [1, dimension]),
    [2, values instanceof Float32Array ? FLOAT : INT64],
    [8, name],
    [9, new Uint8Array(values.buffer, values.byteOffset, values.byteLength)],
  );

function valueInfo(name: string, elementType: number, shape: readonly (string | number)[]): Uint8Array {
  const dimensions = shape.map((size): Field => [1, message(typeof size === "number" ? [1, size] : [2, size])]);
  const tensor = message([1, elementType], [2, message(...dimensions)]);
  return message([1, name], [2, message([1, tensor])]);
}
