// What a thread itself needs, without what starts threads: each would load all of it.
export { answerBy, answerWith, type CallHandlers, type MethodsOf } from "./answer-by.ts";
export { type Checkpoint, GivenUp } from "./given-up-calls.ts";
export { PortFailure, servePort, ThreadPort } from "./thread-port.ts";
export { type ReceivedCall, serveCalls, type ServedChannel, type ServeOptions, Transferred } from "./serve-calls.ts";
export { workerModule } from "./worker-module.ts";
