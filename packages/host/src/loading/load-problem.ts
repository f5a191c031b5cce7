/** Reason why a plugin can't be loaded. The message continues the path in the config and the name there. */
export class LoadProblem extends Error {
  override readonly name = "LoadProblem";
}
