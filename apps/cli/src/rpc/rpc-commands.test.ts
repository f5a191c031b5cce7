import { expect, test } from "vitest";
import { METHODS } from "./call-rpc.ts";
import type { AnyCommand } from "./rpc-command.ts";
import { RPC_COMMANDS } from "./rpc-commands.ts";
import { RPC_FIELDS } from "./rpc-fields.gen.ts";

const commands: readonly (readonly [string, AnyCommand])[] = Object.entries(RPC_COMMANDS);

test.each(commands)("%s names fields that its rpc has", (_words, { rpc, arguments: positional, flags, items }) => {
  const { input, output } = METHODS.get(rpc)!;
  const names = input.fields.map(({ name }) => name);
  const named = [
    ...Object.keys(positional ?? {}),
    ...Object.keys(flags ?? {}),
    ...RPC_FIELDS[rpc]!.map(({ name }) => name),
  ];
  expect(names).toEqual(expect.arrayContaining(named));
  if (items !== undefined) expect(output.field[items]?.fieldKind).toBe("list");
});
