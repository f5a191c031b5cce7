/** Result that breaks the contract. The message continues the phrase "returned an invalid result for <call>: ". */
export class WrongAnswer extends Error {
  override readonly name = "WrongAnswer";
}
