import { assertEquals } from "@std/assert";
import { SOURCE_KINDS } from "../../../main/source_kinds.ts";
import type { FoundStream } from "../../../domain/asset/types.ts";
import { keys } from "../../../storage/keys.ts";
import { openOver } from "../../../storage/open.ts";
import { kvBackend } from "../../../storage/store/backend.ts";
import { Secrets } from "../../../storage/secrets.ts";
import { saveConfiguration } from "../../support/configured.ts";
import { BY, random } from "./support.ts";

const INPUT = {
  client_id: "c",
  client_secret: "open sesame",
  tenant_id: "t",
  namespace_id: "n",
  region: "eu-west",
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

const KEY = new Uint8Array(32);

Deno.test("a store of one source, without kinds, is one of Data Hub, and the next discovery finds nothing changed", async () => {
  const kv = await Deno.openKv(":memory:");
  const open = () =>
    openOver({ ...kvBackend(kv), close: () => {} }, {
      path: ":memory:",
      now: Date.now,
      random,
      secretsKey: KEY,
      sourceKinds: SOURCE_KINDS,
    });
  const before = await open();
  const saved = await saveConfiguration(before, { ...INPUT, poll_seconds: 5 }, BY);
  const settings = await before.sources.settings();
  const found = { assets: [{ asset_id: "Pump", display_name: "Pump" }], streams: [STREAM], unsupported: [] };
  await before.assets.applyDiscovery(found, BY);
  const stream = before.assets.streams()[0]!;
  const secrets = await Secrets.open(before.store, { current: KEY }, random);
  const sealed_client_secret = await secrets.seal("open sesame", "configuration.client_secret");
  const { client_secret: _, ...place } = INPUT;
  const former = {
    v: 1,
    id: 1,
    ...place,
    base_url: null,
    poll_seconds: 5,
    is_active: true,
    sealed_client_secret,
  };
  await before.store.commit({
    mutations: [
      { type: "delete", key: keys.source(1) },
      { type: "set", key: ["configuration"], value: former },
      { type: "set", key: keys.meta("schema"), value: { v: 1, schema: 13 } },
      { type: "set", key: keys.stream(stream.id), value: { ...stream, source: ADDRESS } },
    ],
  }, 0);
  await before.close();

  const after = await open();
  const { sealed_secrets: _sealed, created_at: _at, created_by: _by, ...moved } = after.sources.default()!;
  const { sealed_secrets: _sealed2, created_at: _at2, created_by: _by2, ...expected } = saved;
  assertEquals(moved, expected);
  assertEquals(await after.sources.settings(), settings);
  assertEquals(await after.store.get(["configuration"]), undefined);
  assertEquals(after.assets.stream(stream.id), stream);
  const { added, removed, changed } = await after.assets.applyDiscovery(found, BY);
  assertEquals([added, removed, changed], [0, 0, 0]);
  await after.close();
  kv.close();
});
