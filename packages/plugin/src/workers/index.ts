export { answerBy, answerWith, type CallHandlers, type MethodsOf } from "./answer-by.ts";
export { Child, type ChildEnd, type ChildOptions } from "./child.ts";
export type { CallFailure, ThreadMethods } from "./channel-messages.ts";
export { type Checkpoint, GivenUp } from "./given-up-calls.ts";
export { type ReceivedCall, serveCalls, type ServedChannel, type ServeOptions, Transferred } from "./serve-calls.ts";
export { Slots } from "./slots.ts";
export { TaskFailure, type TaskFailureReason, type TaskOptions, TaskPool, type TaskPoolOptions } from "./task-pool.ts";
export { type CallOptions, type LostCall, ThreadChannel, type ThreadChannelOptions } from "./thread-channel.ts";
export { workerFlags, workerModule } from "./worker-module.ts";
