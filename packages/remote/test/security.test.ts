import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redacted } from "effect";
import { expect, test } from "vitest";
import { decodeSettings, openEmbedder } from "./support/open-remote.ts";
import { embedCall, plainEmbedder } from "./support/plain-plugins.ts";
import { serve, tlsFile } from "./support/serve.ts";

const SERVER = { certificateFile: tlsFile("server.cert"), keyFile: tlsFile("server.key") };
const caCertificateFile = tlsFile("authority.cert");

test("TLS: only the configured certificate authority is trusted", async () => {
  await using served = await serve(plainEmbedder(), { tls: SERVER });
  const { address } = served;
  expect(address).toMatch(/^https:/);
  await using trusting = await openEmbedder({ address, caCertificateFile });
  expect((await trusting.run(embedCall())).vectors).toHaveLength(1);
  for (const settings of [{ address }, { address, caCertificateFile: tlsFile("other-authority.cert") }]) {
    await using other = await openEmbedder(settings);
    const failure = await other.failure(embedCall());
    expect(failure).toMatchObject({ reason: "unavailable" });
    expect(failure.message).toContain("certificate that is not trusted (setting caCertificateFile)");
  }
});

test("TLS: a certificate for another host is rejected", async () => {
  await using served = await serve(plainEmbedder(), { tls: SERVER, host: "127.0.0.2" });
  await using remote = await openEmbedder({ address: served.address, caCertificateFile });
  expect((await remote.failure(embedCall())).message).toContain("ERR_TLS_CERT_ALTNAME_INVALID");
});

test("TLS on one side only is reported as an error", async () => {
  await using plain = await serve(plainEmbedder());
  await using speaksTls = await openEmbedder({ address: plain.address.replace("http:", "https:"), caCertificateFile });
  const failure = await speaksTls.failure(embedCall());
  expect(failure).toMatchObject({ reason: "incompatible" });
  expect(failure.message).toContain("does not speak TLS");
  await using secure = await serve(plainEmbedder(), { tls: SERVER });
  await using speaksPlain = await openEmbedder({ address: secure.address.replace("https:", "http:") });
  expect(["unavailable", "incompatible"]).toContain((await speaksPlain.failure(embedCall())).reason);
});

test("mTLS: only callers with a certificate of the authority are accepted", async () => {
  await using served = await serve(plainEmbedder(), { tls: { ...SERVER, clientCaFile: caCertificateFile } });
  const { address } = served;
  const withCertificate = (name: string) => ({
    address,
    caCertificateFile,
    certificateFile: tlsFile(`${name}.cert`),
    keyFile: tlsFile(`${name}.key`),
  });
  await using known = await openEmbedder(withCertificate("client"));
  expect((await known.run(embedCall())).vectors).toHaveLength(1);
  for (const settings of [withCertificate("stranger"), { address, caCertificateFile }]) {
    await using stranger = await openEmbedder(settings);
    const failure = await stranger.failure(embedCall());
    expect(failure).toMatchObject({ reason: "unavailable" });
    expect(failure.message).toMatch(/(refuses our|may require a) certificate \(settings certificateFile and keyFile\)/);
  }
});

test("an unreadable certificate file is named in the error", async () => {
  await using remote = await openEmbedder({ address: "https://127.0.0.1:1", caCertificateFile: "/nowhere/ca.pem" });
  const failure = await remote.failure(embedCall());
  expect(failure.message).toBe("setting caCertificateFile: can't read /nowhere/ca.pem (ENOENT)");
});

test("calls without the right token are unauthorized, and no token appears in errors or the log", async () => {
  const token = "a-token-that-nobody-may-see";
  await using served = await serve(plainEmbedder(), { token });
  const { address } = served;
  await using knows = await openEmbedder({ address, token });
  expect((await knows.run(embedCall())).vectors).toHaveLength(1);
  for (const settings of [{ address }, { address, token: "another-token-altogether" }]) {
    await using other = await openEmbedder(settings);
    for (const failure of [await other.failure(embedCall()), await other.failure(({ health }) => health)]) {
      expect(failure).toMatchObject({ reason: "unauthorized" });
      expect(failure.message).toContain("rejects or needs a token (settings token and tokenFile)");
      expect(JSON.stringify(failure) + failure.message + String(failure.cause)).not.toMatch(/a-token|another-token/);
    }
  }
  expect(served.log.join()).not.toContain("a-token");
});

test("the token file is read for every connection, so a new token needs no restart", async () => {
  const folder = await mkdtemp(join(tmpdir(), "quarry-token-"));
  const tokenFile = join(folder, "token");
  try {
    await writeFile(tokenFile, "the-first-token\n");
    const first = await serve(plainEmbedder(), { token: "the-first-token" });
    await using remote = await openEmbedder({ address: first.address, tokenFile });
    await remote.run(embedCall());
    await first[Symbol.asyncDispose]();
    const port = Number(new URL(first.address).port);
    await using second = await serve(plainEmbedder(), { token: "the-second-token", port });
    expect(await remote.failure(embedCall())).toMatchObject({ reason: "unauthorized" });
    await writeFile(tokenFile, "the-second-token\n");
    expect((await remote.run(embedCall())).vectors).toHaveLength(1);
    expect(second.log.join()).not.toContain("the-second-token");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("a collection's key reaches the plugin, but not the error message or the caller's log", async () => {
  const key = "sk-a-key-of-somebody";
  const seen: unknown[] = [];
  const plugin = plainEmbedder((request) => {
    seen.push(request.credential);
    throw new Error(`a careless plugin says ${key} and ${request.texts.join()}`);
  });
  await using served = await serve(plugin);
  await using remote = await openEmbedder({ address: served.address });
  const failure = await remote.failure(embedCall(["a secret text"], { credential: Redacted.make(key) }));
  expect(seen.map((credential) => Redacted.value(credential as never))).toEqual([key]);
  expect(failure.message).toBe(
    `plain-embedder at ${new URL(served.address).host}: plain-embedder failed unexpectedly; see the log of its process`,
  );
  expect(failure.message + remote.log.join()).not.toMatch(/sk-a-key|secret text/);
});

const problem = (settings: unknown): string => {
  try {
    decodeSettings(settings);
    return "";
  } catch (error) {
    return String(error);
  }
};

test("settings: a remote address requires TLS unless insecure is set; conflicting settings are rejected", () => {
  const https = "https://plugins.example.org:50051";
  expect(problem({ address: "http://127.0.0.1:50051" })).toBe("");
  expect(problem({ address: "http://[::1]:50051" })).toBe("");
  expect(problem({ address: "http://localhost:50051" })).toBe("");
  expect(problem({ address: "http://plugins:50051", insecure: true })).toBe("");
  expect(problem({ address: https, certificateFile: "a", keyFile: "b", tokenFile: "c" })).toBe("");
  expect(problem({ address: "http://plugins:50051" })).toContain("use https://, or set insecure");
  expect(problem({ address: "http://127.0.0.1.example.org:1" })).toContain("use https://");
  expect(problem({ address: `${https}/path` })).toContain("without a path");
  expect(problem({ address: "ftp://localhost" })).toContain("an address such as");
  expect(problem({ address: https, certificateFile: "a" })).toContain("go together");
  expect(problem({ address: https, token: "a", tokenFile: "b" })).toContain("give one of them");
  expect(problem({ address: "http://localhost:1", caCertificateFile: "a" })).toContain("certificates need an https://");
});

test("a server on a public interface requires TLS unless insecure is set", async () => {
  await expect(serve(plainEmbedder(), { host: "0.0.0.0" })).rejects.toThrow("give tls, or set insecure");
  await using open = await serve(plainEmbedder(), { host: "0.0.0.0", insecure: true });
  expect(open.address).toMatch(/^http:\/\/0\.0\.0\.0:/);
});
