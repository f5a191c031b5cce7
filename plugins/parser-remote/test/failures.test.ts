import { afterEach, describe, expect, it } from "vitest";
import { answerStatus, LoopbackService } from "./loopback-service.ts";
import { readRemote } from "./read-remote.ts";

let service: LoopbackService | undefined;

afterEach(async () => {
  await service?.close();
  service = undefined;
});

const start = async (...answer: Parameters<typeof LoopbackService.start>) => {
  service = await LoopbackService.start(...answer);
  return { protocol: "docling", url: service.url, timeoutSeconds: 1 };
};

describe("failures of the service are reported as unavailable", () => {
  it("when nothing listens at the address", async () => {
    const settings = await start(answerStatus(200));
    await service!.close();
    service = undefined;
    await expect(readRemote(settings)).rejects.toMatchObject({
      reason: "unavailable",
      message: expect.stringMatching(/^the parsing service at 127\.0\.0\.1:\d+ can't be reached \(ECONNREFUSED\)$/),
    });
  });

  it.each([401, 404, 429, 502, 503])("for status %d", async (status) => {
    await expect(readRemote(await start(answerStatus(status)))).rejects.toMatchObject({
      reason: "unavailable",
      message: expect.stringContaining(`answered with status ${status}`),
    });
  });

  it("when no response arrives in time", async () => {
    await expect(readRemote(await start(() => undefined))).rejects.toMatchObject({
      reason: "unavailable",
      message: "the parsing service did not answer within 1 s (setting timeoutSeconds)",
    });
  });

  it("when the response ends halfway", async () => {
    const settings = await start((_received, response) => {
      response.writeHead(200, { "content-length": "1000" });
      response.write('{"status": "succ');
      setTimeout(() => response.destroy(), 20);
    });
    await expect(readRemote(settings)).rejects.toMatchObject({ reason: "unavailable" });
    await expect(readRemote({ ...settings, protocol: "tika" })).rejects.toMatchObject({ reason: "unavailable" });
  });

  it.each(["<html>a proxy's page</html>", '{"status": 5}', '{"status": "success"}', "[]"])(
    "when the response is of another kind: %s",
    async (body) => {
      const settings = await start((_received, response) => void response.writeHead(200).end(body));
      await expect(readRemote(settings)).rejects.toMatchObject({
        reason: "unavailable",
        message: expect.stringContaining("does not respond like Docling Serve"),
      });
    },
  );
});

describe("failures of the file are reported with their reason", () => {
  it.each([
    [204, "empty"],
    [400, "corrupt"],
    [413, "limit"],
    [415, "wrong_type"],
    [422, "corrupt"],
    [500, "corrupt"],
  ])("status %d is %s", async (status, reason) => {
    await expect(readRemote(await start(answerStatus(status)))).rejects.toMatchObject({ reason });
  });

  it.each([
    ["report.pdf", "plain words", "wrong_type"],
    ["report.txt", "%PDF-1.7", "wrong_type"],
    ["report.docx", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "encrypted"],
  ])("%s with the content %j is rejected before it is sent", async (filename, content, reason) => {
    const settings = await start(answerStatus(200));
    const options = { filename, bytes: Buffer.from(content, "latin1") };
    await expect(readRemote(settings, options)).rejects.toMatchObject({ reason });
    expect(service!.received).toEqual([]);
  });
});

it("invalid settings are rejected", async () => {
  await expect(readRemote({ protocol: "tika", url: "127.0.0.1:9998" })).rejects.toThrow(/http:\/\/ or https:\/\//);
  await expect(readRemote({ protocol: "ftp", url: "http://127.0.0.1" })).rejects.toThrow(/protocol/);
});
