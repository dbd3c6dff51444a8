/** OPC UA: 10,000 variables that change once a second, encrypted, stored on disk. */
import { MOST_ITEMS } from "../../connectors/opc_ua/limits.ts";
import { eventually } from "../../tests/support/eventually.ts";
import { freePort } from "../../tests/support/free_port.ts";
import { opcUaSource } from "../../tests/support/opc_ua_source.ts";
import type { Figure, Row } from "../harness/row.ts";
import { shareOfCore } from "../parts/share_of_core.ts";

const SECONDS = 20;
const SERVER = new URL("../../tests/support/opc_ua_load.ts", import.meta.url).pathname;

export default {
  async figures() {
    const folder = await Deno.makeTempDir(), port = freePort();
    await using server = await startServer(port);
    const figure = await measure({ folder, url: `opc.tcp://127.0.0.1:${port}` });
    await Deno.remove(folder, { recursive: true });
    return server.isReady ? [figure] : [];
  },
} satisfies Row;

async function startServer(port: number) {
  const args = [
    "run",
    "-A",
    "--no-check",
    "--lock=tests/deno.lock",
    SERVER,
    String(port),
    String(MOST_ITEMS),
  ];
  const child = new Deno.Command(Deno.execPath(), { args, stdout: "piped", stderr: "null" }).spawn();
  const reader = child.stdout.getReader();
  await reader.read();
  return {
    isReady: true,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.status;
      await reader.cancel();
    },
  };
}

async function measure({ folder, url }: { folder: string; url: string }): Promise<Figure> {
  const config: Record<string, unknown> = {
    endpoint_url: url,
    security: "sign_and_encrypt",
    sampling_ms: 1_000,
    publishing_ms: 250,
    nodes: ["nsu=http://plant.example/;s=Plant/#"],
    trusted_fingerprints: [],
  };
  const stranger = await opcUaSource({ config });
  const { details } = await stranger.test().then(() => ({ details: {} }), (error) => error);
  await stranger.close();
  const source = await opcUaSource({
    config: { ...config, trusted_fingerprints: [details.fingerprint] },
    folder,
  });
  await eventually("all variables have come", () => source.collected().streams === MOST_ITEMS);
  await eventually("they have values", () => source.collected().samples > 3 * MOST_ITEMS);
  const figure = await shareOfCore(source, {
    what: `${MOST_ITEMS} OPC UA variables at 1 Hz, encrypted and stored: a core's share of 10,000 samples/s`,
    seconds: SECONDS,
    unit: "samples",
  });
  await source.close();
  return figure;
}
