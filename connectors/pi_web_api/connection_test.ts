import { isoFromMs, type Ms } from "../../domain/shared/time.ts";
import type { ConnectionTest } from "../../domain/source/types.ts";
import { refusedStatus } from "../source_failure.ts";
import { parseWire } from "../wire.ts";
import type { Api } from "./api.ts";
import { findPlant } from "./catalog.ts";
import { listCall } from "./discovery.ts";
import type { PiWebApiConfig } from "./settings.ts";
import { userAnswer, values as listed, versionsAnswer } from "./wire.ts";

export interface ConnectionTestOptions {
  api: Api;
  config: PiWebApiConfig;
  now: () => Ms;
}

const WORK = { work: "session" } as const;

/** Reads the version, the user, what the settings name and its first stream. `latency_ms` is the time of the latter. */
export async function testConnection({ api, config, now }: ConnectionTestOptions): Promise<ConnectionTest> {
  const version = await told(api, "versions", versionOf);
  const user = await told(api, "userinfo", (body) => parseWire(userAnswer, body, "the user").Name ?? "");
  const sentAtMs = now();
  const plant = await findPlant(api, config, WORK);
  const { body } = await api.call(listCall(plant, { config, startIndex: 0, maxCount: 1 }), WORK);
  const isEmpty = parseWire(listed, body, "the streams").Items.length === 0;
  const latency = Math.max(0, now() - sentAtMs);
  const shown = plant.version === "" ? plant.name : `${plant.name} (${plant.version})`;
  return {
    connection_status: "connected",
    info: {
      service_info: { version, user },
      plant_info: { kind: plant.kind, name: plant.name, version: plant.version },
    },
    facts: {
      "PI Web API": version || "Version not told",
      User: user || "Not told",
      [plant.kind]: isEmpty ? `${shown}; this user sees nothing in it` : shown,
    },
    latency_ms: latency,
    tested_at: isoFromMs(now()),
  };
}

/** Empty where the user may not read it. */
async function told(api: Api, name: string, read: (body: unknown) => string): Promise<string> {
  try {
    return read((await api.call({ path: ["system", name] }, WORK)).body);
  } catch (error) {
    if ([403, 404].includes(refusedStatus(error) ?? 0)) return "";
    throw error;
  }
}

/** The version of the service's own part, or else of the first one. */
function versionOf(body: unknown): string {
  const parts = Object.entries(parseWire(versionsAnswer, body, "the versions"));
  const own = parts.find(([name]) => /REST/.test(name)) ?? parts[0];
  return own?.[1].FullVersion ?? "";
}
