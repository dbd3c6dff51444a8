import { assertEquals } from "@std/assert";
import type { FoundStream } from "../../../domain/asset/types.ts";
import { keys } from "../../../storage/keys.ts";
import { openOver } from "../../../storage/open.ts";
import { kvBackend } from "../../../storage/store/backend.ts";
import { BY, random } from "./support.ts";

const INPUT = {
  client_id: "c",
  client_secret: "open sesame",
  tenant_id: "t",
  namespace_id: "n",
  region: "eu-west" as const,
};

const ADDRESS = {
  sdsStreamId: "s",
  keyProperty: "Timestamp",
  valueProperty: "Value",
  typeCode: 14,
  nullable: false,
  enumMembers: null,
  piEvent: false,
};

const STREAM: FoundStream = {
  stream_id: "s",
  stream_name: "Pump.Flow",
  display_name: "Flow",
  asset_id: "Pump",
  data_type: "NUM",
  uom: null,
  source: { kind: "data_hub", ...ADDRESS },
};

Deno.test("a store without kinds is one of Data Hub, and the next discovery finds nothing changed", async () => {
  const kv = await Deno.openKv(":memory:");
  const open = () =>
    openOver({ ...kvBackend(kv), close: () => {} }, {
      path: ":memory:",
      now: Date.now,
      random,
      secretsKey: new Uint8Array(32),
    });
  const before = await open();
  const { kind: _kind, ...configuration } = await before.configuration.save(INPUT, BY);
  const found = { assets: [{ asset_id: "Pump", display_name: "Pump" }], streams: [STREAM], unsupported: [] };
  await before.assets.applyDiscovery(found, BY);
  const stream = before.assets.streams()[0];
  await before.store.commit({
    mutations: [
      { type: "set", key: keys.configuration(), value: configuration },
      { type: "set", key: keys.stream(stream.id), value: { ...stream, source: ADDRESS } },
    ],
  }, 0);
  await before.close();

  const after = await open();
  assertEquals(after.configuration.get()?.kind, "data_hub");
  assertEquals((await after.configuration.settings())?.kind, "data_hub");
  assertEquals(after.assets.stream(stream.id), stream);
  const { added, removed, changed } = await after.assets.applyDiscovery(found, BY);
  assertEquals([added, removed, changed], [0, 0, 0]);
  await after.close();
  kv.close();
});
