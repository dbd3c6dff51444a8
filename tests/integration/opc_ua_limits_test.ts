import { assert, assertEquals, assertRejects } from "@std/assert";
import { DataType } from "node-opcua-client";
import { MOST_ITEMS } from "../../connectors/opc_ua/limits.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { eventually } from "../support/eventually.ts";
import { OpcUaServer } from "../support/opc_ua_server.ts";
import { opcUaSource } from "../support/opc_ua_source.ts";

Deno.test("of more than 10,000 variables the first are read, which is told; a folder of them is not listed", async () => {
  await using server = await OpcUaServer.start();
  for (const folder of ["Full", "Small"]) server.folderAt(folder);
  for (let i = 0; i <= MOST_ITEMS; i++) server.variable(`Full.T${i}`, DataType.Double, { value: i });
  for (let i = 0; i < 2_000; i++) server.variable(`Small.T${i}`, DataType.Double, { value: i });
  const source = await opcUaSource({
    config: { endpoint_url: server.url, sampling_ms: 10_000, nodes: [`${server.id("Full")}/#`] },
  });
  try {
    assertEquals((await source.browse!(server.id("Small"))).length, 2_000);
    await assertRejects(() => source.browse!(server.id("Full")), Refusal, "at most 2000 are listed");
  } finally {
    await source.close();
  }
  const folder = await Deno.makeTempDir();
  const collecting = await opcUaSource({
    config: { endpoint_url: server.url, sampling_ms: 10_000, nodes: [`${server.id("Full")}/#`] },
    folder,
  });
  try {
    await eventually("all have come", () => collecting.collected().samples >= MOST_ITEMS);
    const { streams, rejections } = collecting.collected();
    assertEquals(streams, MOST_ITEMS);
    assert(rejections.some(({ reason }) => reason.startsWith("More than 10000 variables are chosen")));
  } finally {
    await collecting.close();
    await Deno.remove(folder, { recursive: true });
  }
});
