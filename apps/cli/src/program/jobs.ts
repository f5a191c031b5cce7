import type { Command } from "commander";
import { addRpcCommand } from "../rpc/add-rpc-command.ts";
import { runs } from "./common.ts";

export const addJobs = (program: Command): void => {
  const group = program.command("jobs").description("list and retry background jobs");
  addRpcCommand(group, "jobs list");
  group
    .command("requeue")
    .description("retry failed jobs")
    .argument("<ids...>", "ids of the jobs")
    .action(runs(async () => (await import("../commands/jobs.ts")).requeueJobs));
};
