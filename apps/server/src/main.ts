import { keepCompiledCode } from "./compile-cache.ts";

keepCompiledCode();
// Not a static import: all that those name is compiled before the first line of a module runs.
await import("./start.ts");
