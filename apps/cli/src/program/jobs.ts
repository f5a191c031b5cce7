import { type Command, Option } from "commander";
import type { ListJobsOptions } from "../commands/jobs.ts";
import { integer } from "../parse.ts";
import { all, withExamples } from "./common.ts";

const JOB_STATES = ["queued", "waiting", "processing", "completed", "failed"] as const;

export const addJobs = (program: Command): void => {
  const group = program.command("jobs").description("what waits, runs and failed behind the API");
  const list = group
    .command("list")
    .description("list jobs; default: failed ones")
    .addOption(new Option("--state <state>", "only jobs in this state").choices(JOB_STATES))
    .option("--kind <kind>", "only this kind, such as ingest or purge")
    .option("--stuck", "only running jobs that look stuck")
    .option("--limit <number>", "maximum number of jobs (default 100)", integer(1))
    .action(async (_options, command: Command) =>
      (await import("../commands/jobs.ts")).listJobs(all<ListJobsOptions>(command)),
    );
  withExamples(list, "quarry jobs list", "quarry jobs list --state waiting --kind ingest", "quarry jobs list --stuck");
  group
    .command("requeue")
    .description("retry failed jobs")
    .argument("<ids...>", "ids of the jobs")
    .action(async (ids: string[], _options, command: Command) =>
      (await import("../commands/jobs.ts")).requeueJobs(ids, all(command)),
    );
};
