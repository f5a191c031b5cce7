import type { Command } from "commander";
import { addRpcCommand } from "../rpc/add-rpc-command.ts";

/** Adds the commands for operations: background work on many documents. */
export const addOperations = (program: Command): void => {
  const group = program.command("operations").description("bulk operations that run in the service");
  addRpcCommand(group, "operations list");
  addRpcCommand(group, "operations show");
  addRpcCommand(group, "operations cancel");
};
