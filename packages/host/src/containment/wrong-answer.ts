/** An answer that breaks the contract. The message goes on from "gave a wrong answer to <call>: ". */
export class WrongAnswer extends Error {
  override readonly name = "WrongAnswer";
}
