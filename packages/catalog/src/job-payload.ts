import { isJsonObject, type JsonValue } from "@quarry/plugin/domain";

/** Reads a job's payload. The service wrote it, so a payload without this text field is a defect. */
export const jobPayload = <Payload>(payload: JsonValue, field: keyof Payload & string, problem: string): Payload => {
  if (!isJsonObject(payload) || typeof payload[field] !== "string") throw new Error(problem);
  return payload as unknown as Payload;
};
