/** Timeout of recognising a page. The recogniser continues with the next page. */
export class RecognitionTimeout extends Error {
  override readonly name = "RecognitionTimeout";
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`the text was not recognised within ${timeoutMs / 1000} s`);
    this.timeoutMs = timeoutMs;
  }
}
