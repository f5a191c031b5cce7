/** Why a plugin can't be loaded; goes on from the place in the config and the name that stands there. */
export class LoadProblem extends Error {
  override readonly name = "LoadProblem";
}
