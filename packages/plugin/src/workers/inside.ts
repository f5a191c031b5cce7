// Entry point for code inside a thread. Excludes the code that starts threads, which each thread would otherwise load.
export { answerBy, answerWith, type CallHandlers, type MethodsOf } from "./answer-by.ts";
export { type Checkpoint, GivenUp } from "./abandoned-calls.ts";
export { PortFailure, servePort, ThreadPort } from "./thread-port.ts";
export { type ReceivedCall, serveCalls, type ServedChannel, type ServeOptions, Transferred } from "./serve-calls.ts";
export { workerModule } from "./worker-module.ts";
