import { S3Error, S3mini, S3ServiceError } from "s3mini";
import { errorSentence } from "../../domain/shared/refusal.ts";
import { networkReason } from "../network_reason.ts";
import type { PinningGuard } from "../outbound.ts";
import { createOutboundFetch, type ProxySettings } from "../outbound_fetch.ts";
import type { BackupPlace, BackupTarget } from "../../domain/backup/target.ts";

const CONNECT_MS = 10_000;
/** Of a file that is sent in parts; a server takes at most 10,000 of them. */
const PART_BYTES = 16 * 1024 * 1024;

export interface BucketOptions {
  outbound: PinningGuard;
  proxy: ProxySettings;
}

/** A bucket. Its files appear only once all of them has arrived. */
export function bucketTarget(
  { endpoint, region, bucket, prefix, keyId, secret }: Extract<BackupPlace, { kind: "bucket" }>,
  { outbound, proxy }: BucketOptions,
): BackupTarget {
  const connection = createOutboundFetch({ outbound, proxy, connectMs: CONNECT_MS });
  const s3 = new S3mini({
    accessKeyId: keyId,
    secretAccessKey: secret,
    endpoint: `${endpoint}/${bucket}`,
    region,
    fetch: connection.fetch,
  });
  const told = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw new Error(`The bucket "${bucket}" at ${endpoint}: ${wordsOf(error)}`, { cause: error });
    }
  };
  const at = (name: string) => `${prefix}${name}`;
  const read = async (name: string): Promise<Response> => {
    const found = await s3.getObjectResponse(at(name));
    if (found === null) throw new Error(`it has no "${at(name)}"`);
    return found;
  };
  return {
    names: () =>
      told(async () => {
        const found = await s3.listObjects("/", prefix);
        if (found === null) throw new Error("there is no such bucket");
        return found.map(({ Key }) => Key.slice(prefix.length));
      }),
    store: (file, name) => told(() => send(s3, { file, key: at(name) })),
    fetch: (name, file) =>
      told(async () => {
        const { body } = await read(name);
        using opened = await Deno.open(file, { write: true, createNew: true, mode: 0o600 });
        for await (const chunk of body ?? []) await writeAll(opened, chunk);
      }),
    async storeText(name, text) {
      await told(() => s3.putObject(at(name), text, "application/json"));
    },
    text: (name) => told(async () => await s3.getObject(at(name)) ?? undefined),
    async remove(name) {
      await told(() => s3.deleteObject(at(name)));
    },
    [Symbol.asyncDispose]: () => connection.close(),
  };
}

/** In parts, so that no whole file is in memory. */
async function send(s3: S3mini, { file, key }: { file: string; key: string }): Promise<void> {
  using opened = await Deno.open(file);
  const { size } = await opened.stat();
  if (size <= PART_BYTES) {
    await s3.putObject(key, await nextPart(opened));
    return;
  }
  const upload = await s3.getMultipartUploadId(key);
  try {
    const parts = [];
    for (let sent = 0; sent < size; sent += PART_BYTES) {
      parts.push(await s3.uploadPart(key, upload, await nextPart(opened), parts.length + 1));
    }
    await s3.completeMultipartUpload(key, upload, parts);
  } catch (error) {
    await s3.abortMultipartUpload(key, upload).catch(() => {});
    throw error;
  }
}

async function nextPart(file: Deno.FsFile): Promise<Uint8Array> {
  const bytes = new Uint8Array(PART_BYTES);
  let length = 0;
  for (let read: number | null = 0; read !== null && length < PART_BYTES; length += read ?? 0) {
    read = await file.read(bytes.subarray(length));
  }
  return bytes.subarray(0, length);
}

async function writeAll(file: Deno.FsFile, chunk: Uint8Array): Promise<void> {
  for (let written = 0; written < chunk.length;) written += await file.write(chunk.subarray(written));
}

function wordsOf(error: unknown): string {
  if (error instanceof S3ServiceError) {
    return `it answered ${error.status} ${error.serviceCode ?? ""}`.trimEnd();
  }
  const cause = error instanceof S3Error || error instanceof TypeError ? error.cause : undefined;
  return networkReason(cause) ?? networkReason(error) ?? errorSentence(cause ?? error);
}
