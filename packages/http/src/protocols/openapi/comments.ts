import type { DescEnum, DescField, DescMessage, DescMethod, DescService } from "@bufbuild/protobuf";
import { COMMENTS } from "./comments.gen.ts";

/** Returns the contract's comment on a descriptor; empty if it has none. */
export function commentOf(descriptor: DescService | DescMethod | DescMessage | DescField | DescEnum): string {
  return COMMENTS[fullName(descriptor)] ?? "";
}

/** Returns the contract's comment on a value of an enum. */
export const valueComment = (descriptor: DescEnum, valueName: string): string =>
  COMMENTS[`${descriptor.typeName}.${valueName}`] ?? "";

/** Returns the first sentence, without its full stop. */
export const firstSentence = (comment: string): string => /^(.*?)\.(?:\s|$)/.exec(comment)?.[1] ?? comment;

function fullName(descriptor: DescService | DescMethod | DescMessage | DescField | DescEnum): string {
  if (descriptor.kind === "field" || descriptor.kind === "rpc") {
    return `${descriptor.parent.typeName}.${descriptor.name}`;
  }
  return descriptor.typeName;
}
