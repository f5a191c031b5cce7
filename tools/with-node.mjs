// Runs a TypeScript program with the Node that the project installs. Plain JavaScript for any Node version, because the
// machine's own Node runs it to print instructions if the project's is missing.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const MINIMUM_MAJOR = 24;
const root = join(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "..");
const bundled = join(root, "node_modules", ".bin", "node");
const major = Number(process.versions.node.split(".")[0]);
const runtime = existsSync(bundled) ? bundled : major >= MINIMUM_MAJOR ? process.execPath : undefined;

if (runtime === undefined) {
  console.error(`Quarry needs Node ${MINIMUM_MAJOR} or newer; this is ${process.version}.

The project brings its own Node as the npm package "node", whose install script was not run. Either
  - allow it:  npm ci --ignore-scripts=false , or
  - put a Node ${MINIMUM_MAJOR} or newer in front of PATH and start again.`);
  process.exit(1);
}

const flags = ["--disable-warning=ExperimentalWarning", "--import", new URL("import-cache.mjs", import.meta.url).href];
const child = spawn(runtime, [...flags, ...process.argv.slice(2)], {
  stdio: "inherit",
  env: {
    // Caches compiled, type-stripped code for the next run, in threads and child processes too: a start takes a third
    // less CPU, and no thread loads the stripper. If the folder can't be written, nothing is cached.
    NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "quarry"),
    // glibc keeps freed memory per thread, in up to eight arenas per processor, and a service has a dozen threads: a
    // third of its malloc memory was free. Other C libraries ignore the variable.
    MALLOC_ARENA_MAX: "2",
    ...process.env,
    // Makes a service stop by itself if this process is killed and can't notify it.
    QUARRY_ENDS_WITH_PARENT: "1",
  },
});
// The program decides how to end: signals are forwarded to it, and its exit ends this process.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
// npm or its shell may have ended without forwarding a signal; the program must not continue with no process to stop
// it.
if (process.env.npm_lifecycle_event !== undefined) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child.kill("SIGTERM");
  }, 500);
  watch.unref();
}
child.on("exit", (code, signal) => {
  if (signal !== null) {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  } else process.exit(code ?? 1);
});
