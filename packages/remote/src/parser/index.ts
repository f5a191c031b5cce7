export { parseRemotely } from "./parse-remotely.ts";
