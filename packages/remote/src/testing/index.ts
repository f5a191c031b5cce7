export { ServedProcess, type ServedProcessOptions } from "./served-process.ts";
