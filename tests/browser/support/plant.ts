import type { Json } from "../../support/andon_client.ts";
import {
  type EventRow,
  numberPlaceholder,
  type RunningSystem,
  timeline,
} from "../../support/running_system.ts";

/** Two pumps, whose pressure a test controls. */
export interface Pumps {
  template: number;
  instances: readonly [number, number];
  /** Writes a pressure; above 80 is critical, above 60 a warning. */
  press(pump: 1 | 2, bar: number): Promise<void>;
  /** Waits until a pump has this many active events, and returns them. */
  raised(pump: 1 | 2): Promise<EventRow>;
}

export async function pumps(on: RunningSystem): Promise<Pumps> {
  const streams = [1, 2].map((pump) => `Own.Line1.Pump${pump}.Pressure`);
  await on.streams.make("number", ...streams);
  await on.configure();
  await plantModel(on);
  const template = await on.template({
    name: "Pump pressure",
    placeholders: [numberPlaceholder("VALUE")],
    rules: [
      rule("too_high", { name: "TooHigh", severity: "critical", limit: 80, action: "Open the bypass" }),
      rule("high", { name: "High", severity: "warning", limit: 60, action: null }),
    ],
  });
  const instances: [number, number] = [
    await on.deploy(template, { VALUE: streams[0] }, "Pump 1"),
    await on.deploy(template, { VALUE: streams[1] }, "Pump 2"),
  ];
  return {
    template,
    instances,
    press: (pump, bar) => on.streams.write(streams[pump - 1], [timeline()(0), bar]),
    raised: (pump) => on.event(instances[pump - 1], (row) => row.is_active),
  };
}

function rule(
  rule_id: string,
  { name, severity, limit, action }: { name: string; severity: string; limit: number; action: string | null },
): Json {
  return {
    rule_id,
    rule_name: name,
    severity,
    event_name: `<VALUE>.${name}`,
    action,
    event_description: `The pressure is above ${limit} bar`,
    conditions: [{ stream: "<VALUE>", operator: "greater_than", value: limit }],
  };
}

async function plantModel({ client }: RunningSystem): Promise<void> {
  for (
    const node of [
      { floc_id: "WORKS", name: "Example Works", node_type: "enterprise" },
      { floc_id: "NORTH", name: "Works North", node_type: "site", parent_id: "WORKS" },
    ]
  ) await client.ok("POST", "/api/plant-model", node);
}

/** Pump 1 stands at a line of the plant. */
export async function placedPumps(on: RunningSystem) {
  const plant = await pumps(on);
  const { client } = on;
  const lines = [
    { floc_id: "AREA", name: "Process hall", node_type: "area", parent_id: "NORTH" },
    { floc_id: "LINE2", name: "Line 2, yoghurt", node_type: "production_line", parent_id: "AREA" },
    { floc_id: "PUMP1", name: "Feed pump", node_type: "unit", parent_id: "LINE2" },
  ];
  for (const node of lines) await client.ok("POST", "/api/plant-model", node);
  const [first] = plant.instances;
  await client.ok("POST", `/api/instances/${first}/undeploy`);
  await client.ok("PUT", `/api/instances/${first}`, { plant_node_floc_id: "PUMP1" });
  await client.ok("POST", `/api/instances/${first}/deploy`);
  return plant;
}

/** Creates a user with a role, who can sign in. */
export async function userOf(on: RunningSystem, role: "viewer" | "operator" | "engineer") {
  const user = { username: `${role}-anna`, password: "a password of hers" };
  await on.client.ok("POST", "/api/users", { ...user, role });
  return user;
}
