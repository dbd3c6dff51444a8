import { ADMIN_PASSWORD } from "./andon_process.ts";
import { type RunningSystem, runningSystem, timeline } from "./running_system.ts";
import { hashOf } from "../../storage/access/token_hashes.ts";

const DAY_MS = 86_400_000;
/** No drawn address leaves the machine. */
const ENVIRONMENT = { RATE_LIMIT_AI: "off", OUTBOUND_ALLOW: "only:127.0.0.1" };

/** A house with one of everything, so that drawn ids meet something. */
export async function fuzzedSystem(): Promise<RunningSystem> {
  const on = await runningSystem({ shards: 0, environment: ENVIRONMENT });
  await on.streams.make("number", "Own.A");
  await on.configure();
  const { client } = on;
  await client.ok("POST", "/api/plant-model", { floc_id: "WORKS", name: "Works", node_type: "enterprise" });
  const line = { floc_id: "NORTH", name: "Line 1", node_type: "site", parent_id: "WORKS" };
  await client.ok("POST", "/api/plant-model", line);
  for (const name of ["one", "two", "three"]) {
    const template = await on.template({ rules: [{}] });
    const id = await on.deploy(template, { VALUE: "Own.A" }, name);
    if (name === "three") await client.ok("POST", `/api/instances/${id}/undeploy`);
    await client.ok("POST", "/api/out-of-service", {
      scope: { kind: "plant_node", plant_node_floc_id: "NORTH" },
      ends_at: new Date(Date.now() + DAY_MS).toISOString(),
      reason: name,
    });
  }
  // The logs of a provider take many a query that must fit together: more of them are met.
  for (const name of ["one", "two", "three", "four", "five", "six", "seven", "eight"]) {
    await client.ok("POST", "/api/assistant-types", {
      name,
      description: "",
      admin_password: ADMIN_PASSWORD,
    });
    await client.ok("POST", "/api/ai-providers", {
      display_name: name,
      provider_type: "openai_compatible",
      model_name: "m",
      api_key: "k",
      base_url: "http://127.0.0.1:9/v1",
    });
  }
  for (const name of ["one", "two", "three"]) {
    await client.ok("POST", "/api/rosters", { name, time_zone: "UTC", layers: [], required_hours: [] });
  }
  const { screens } = on.andon.storage;
  const screen = { start_page: "/wall", cookie: "plain", address: "127.0.0.1", userAgent: null } as const;
  for (const name of ["one", "two", "three", "four"]) {
    const tokenHash = hashOf(screens.newToken());
    await screens.create({ ...screen, name, tokenHash }, { name: "test", role: "admin" });
  }
  const at = timeline();
  await on.streams.write("Own.A", [at(0), 90], [at(0.2), 70], [at(0.4), 91]);
  await on.evaluated(at(0.5));
  return on;
}
