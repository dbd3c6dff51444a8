import S3rver from "s3rver";

/** A server of the protocol of Amazon S3 on a socket of its own, with one bucket. */
export interface S3Server extends AsyncDisposable {
  endpoint: string;
  bucket: string;
  keyId: string;
  secret: string;
  /** host:port, for OUTBOUND_ALLOW. */
  host: string;
}

export async function startS3Server(): Promise<S3Server> {
  const directory = await Deno.makeTempDir(), bucket = "plant-backups";
  const server = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const { port } = await server.run();
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    keyId: "S3RVER",
    secret: "S3RVER",
    host: `127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      await server.close();
      await Deno.remove(directory, { recursive: true });
    },
  };
}
