import type { DescMessage } from "@bufbuild/protobuf";
import * as api from "@quarry/api";

const isMessage = (value: unknown): value is DescMessage =>
  typeof value === "object" && value !== null && (value as { readonly kind?: unknown }).kind === "message";

const messages = new Map(
  (Object.values(api) as readonly unknown[]).filter(isMessage).map((message) => [message.typeName, message]),
);

/** Returns the descriptor of one of the contract's messages. */
export const messageNamed = (typeName: string): DescMessage => {
  const message = messages.get(typeName);
  if (message === undefined) throw new Error(`the contract has no message ${typeName}`);
  return message;
};
