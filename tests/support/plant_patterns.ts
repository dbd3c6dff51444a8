import type { AndonClient, Json } from "./andon_client.ts";
import { PlantFolder } from "./plant_as_code.ts";
import type { RunningSystem } from "./running_system.ts";

/** Streams that `PATTERN` matches. */
export const PUMPS = ["Own.Pump1.Pressure", "Own.Pump2.Pressure"];

/** A template with a stream and a limit. */
export const RULES = `packages:
  - name: Utilities
templates:
  - package: Utilities
    name: High
    category: production
    placeholders:
      - { placeholder_name: PRESSURE, data_type: NUM }
      - { placeholder_name: LIMIT, data_type: NUM, default_value: 4 }
    rules:
      - rule_id: high
        rule_name: High
        event_name: "<PRESSURE> is high"
        severity: error
        conditions: [{ stream: <PRESSURE>, operator: greater_than, value: <LIMIT> }]
`;

export const PATTERN = `patterns:
  - template: { package: Utilities, name: High }
    instance_name: Pump *
    placeholders: { PRESSURE: Own.Pump*.Pressure, LIMIT: 5 }
`;

/** A folder with a template and a pattern, beside streams that the pattern matches. */
export async function pumps(on: RunningSystem, pattern = PATTERN): Promise<PlantFolder> {
  await on.streams.make("number", ...PUMPS);
  await on.configure();
  const folder = await PlantFolder.of(on.client);
  await folder.write("rules.yaml", RULES);
  await folder.write("patterns.yaml", pattern);
  return folder;
}

export interface InstanceRow extends Json {
  id: number;
  instance_name: string;
  placeholder_mappings: Record<string, string>;
}

export async function instances(client: AndonClient): Promise<InstanceRow[]> {
  return (await client.ok("GET", "/api/instances")).data;
}

export const namesOf = (rows: InstanceRow[]) => rows.map(({ instance_name }) => instance_name).sort();

/** The end of an apply that changes nothing. */
export const NOTHING = { code: 0, out: ["Nothing to do"], err: [] };
