export { installConsumer } from "./consumer.ts";
export { weightProblems } from "./install-weight.ts";
export { packPackages, type Tarball } from "./pack-packages.ts";
export { CommandError, runCommand } from "./run-command.ts";
export { type RunningService, startService } from "./service.ts";
export { publishedPackages, readWorkspace, withDependencies } from "./workspace-packages.ts";
