import type { z } from "zod";
import type { Library } from "../library.ts";

/**
 * Result of a tool: the same content as text for people and models, and as JSON by the tool's output schema for
 * programs.
 */
export interface ToolAnswer<Output> {
  readonly text: string;
  readonly structured: Output;
}

/** Tool that works with any library. */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  /** Description for the model that chooses among tools. */
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  readonly run: (input: z.output<Input>, library: Library, signal: AbortSignal) => Promise<ToolAnswer<z.input<Output>>>;
}

/** Checks a tool's own types against its `run`, and then erases them. */
export const defineTool = <Input extends z.ZodObject, Output extends z.ZodObject>(tool: Tool<Input, Output>): Tool =>
  tool as unknown as Tool;
