/** Compiles a function on its first call, because a message can contain itself. */
export function lazily<Input, Output>(compile: () => (input: Input) => Output): (input: Input) => Output {
  let compiled: ((input: Input) => Output) | undefined;
  return (input) => (compiled ??= compile())(input);
}
