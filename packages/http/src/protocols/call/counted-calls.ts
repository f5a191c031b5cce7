import { type DescMessage, getOption, type Message } from "@bufbuild/protobuf";
import { counts_as_calls } from "@quarry/api";

/**
 * Compiles a function that counts the calls that a message stands for, beyond the first; see the option
 * `counts_as_calls`. Returns undefined for messages that always count as one.
 */
export function additionalCalls(descriptor: DescMessage): ((message: Message) => number) | undefined {
  const counted = descriptor.fields.filter((field) => getOption(field, counts_as_calls));
  if (counted.length === 0) return undefined;
  return (message) => {
    const fields = message as unknown as Readonly<Record<string, unknown>>;
    let calls = 0;
    for (const { fieldKind, localName, oneof } of counted) {
      if (oneof !== undefined) calls += (fields[oneof.localName] as { case?: string }).case === localName ? 1 : 0;
      else if (fieldKind === "list") calls += Math.max(0, (fields[localName] as readonly unknown[]).length - 1);
    }
    return calls;
  };
}
