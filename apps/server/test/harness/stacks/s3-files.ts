import type { Stack, StoredFile } from "./stack.ts";

/**
 * Original files in a bucket, read through the server's plain HTTP interface, which needs no authentication on the test
 * server.
 */
export const s3Files = (endpoint: string, bucket: string): Pick<Stack, "storedFiles" | "incomingFiles"> => ({
  storedFiles: async () => {
    const listing = await get(`${endpoint}/${bucket}?list-type=2&max-keys=1000`);
    if (/<IsTruncated>true</.test(listing)) throw new Error("more files than one page lists");
    return [...listing.matchAll(/<Contents>.*?<Key>([^<]+)<\/Key>.*?<Size>(\d+)<\/Size>.*?<\/Contents>/gs)].map(
      ([, key, size]): StoredFile => {
        const [documentId = "", collectionId = ""] = key!.split("/").toReversed();
        return { collectionId, documentId, size: Number(size) };
      },
    );
  },
  incomingFiles: async () =>
    [...(await get(`${endpoint}/${bucket}?uploads`)).matchAll(/<UploadId>([^<]+)<\/UploadId>/g)].map(([, id]) => id!),
});

export const makeBucket = async (endpoint: string, bucket: string): Promise<void> => {
  const response = await fetch(`${endpoint}/${bucket}`, { method: "PUT" });
  if (!response.ok) throw new Error(`bucket ${bucket}: ${response.status} ${await response.text()}`);
};

const get = async (address: string): Promise<string> => {
  const response = await fetch(address);
  const text = await response.text();
  if (!response.ok) throw new Error(`${address}: ${response.status} ${text}`);
  return text;
};
