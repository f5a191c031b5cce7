import { expect, test } from "vitest";
import { standardHeaders } from "./sign-payload.ts";

// Example of the specification, as tested by its reference libraries.
test("signs the example of the Standard Webhooks specification", () => {
  const body = Buffer.from('{"test": 2432232314}');
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const headers = standardHeaders("msg_p5jXN8AQM9LWM0D4loKWxJek", body, secret, 1_614_265_330_000);
  expect(headers).toEqual({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

// Regression: secrets of older versions have another prefix and use the base64url alphabet.
test("the signature is the same for a secret in base64 and in base64url", () => {
  const bytes = Buffer.from("fb".repeat(32), "hex");
  const sign = (secret: string) => standardHeaders("id", Buffer.from("{}"), secret, 0)["webhook-signature"];
  expect(sign(`whs_${bytes.toString("base64url")}`)).toBe(sign(`whsec_${bytes.toString("base64")}`));
});
