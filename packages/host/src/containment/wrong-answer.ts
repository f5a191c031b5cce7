/** Result that breaks the contract. The message continues the phrase "gave a wrong answer to <call>: ". */
export class WrongAnswer extends Error {
  override readonly name = "WrongAnswer";
}
