import { assertEquals } from "@std/assert";
import { ticksFromMs } from "../../domain/shared/time.ts";
import { type PiWebApi, startPiWebApi } from "../../simulator/pi_web_api/server.ts";
import type { Json } from "../support/andon_client.ts";
import { eventually } from "../support/eventually.ts";
import { aboveLimit, numberPlaceholder, type RunningSystem, systemTest } from "../support/running_system.ts";

const RULE = { rules: [{ conditions: [aboveLimit] }], placeholders: [numberPlaceholder("VALUE")] };
const STREAM = "pi/Tank.Level";

async function addSource({ client }: RunningSystem, server: PiWebApi, how: Json): Promise<number> {
  const { data: { id } } = await client.ok("POST", "/api/sources", {
    name: "pi",
    kind: "pi_web_api",
    config: { url: server.url, af_database: "AF01\\Plant", user_name: server.user },
    secrets: { secret: server.password },
    poll_seconds: 0.1,
    wait_seconds: 0,
    ...how,
  });
  await client.ok("POST", `/api/discover-assets?source_id=${id}`);
  return id;
}

async function deployed({ client, andon }: RunningSystem, template: number, source: number): Promise<number> {
  const { data } = await client.ok("POST", "/api/instances", {
    template_id: template,
    instance_name: "Tank",
    placeholder_mappings: { VALUE: STREAM },
  });
  await client.ok("POST", `/api/instances/${data.id}/deploy`);
  await eventually("the stream is read", () => {
    const { followed_streams, unread_streams } = andon.plant.sourceStatus(source);
    return followed_streams === 1 && unread_streams === 0;
  });
  return data.id;
}

for (const [way, how] of [["by Stream Updates", {}], ["by polling", { change_feed: "off" }]] as const) {
  systemTest(
    `PI, read ${way}: live events are those of a backtest, through a loss and a restart of the server`,
    { configuration: null },
    async (on) => {
      const server = startPiWebApi(), { world } = server;
      try {
        world.addAttribute({ path: "Tank|Level", unit: "m", point: world.addPoint({ name: "LT1" }) });
        const source = await addSource(on, server, how);
        const instance = await deployed(on, await on.template(RULE), source);
        const writeNow = (value: number) => {
          const ms = Date.now();
          world.write("LT1", { time: ticksFromMs(ms), value });
          return new Date(ms).toISOString();
        };
        const evaluated = (time: string) =>
          eventually(
            `evaluated up to ${time}`,
            () => (on.andon.plant.sourceStatus(source).watermark_ms ?? 0) > Date.parse(time),
          );
        const begun = writeNow(90);
        await evaluated(begun);
        let refused = 0;
        server.intercept = () => {
          refused++;
          return new Response(null, { status: 503 });
        };
        await eventually("the source is lost", () => refused > 0);
        const ended = writeNow(10);
        world.updates.forget();
        server.intercept = () => undefined;
        await evaluated(ended);
        const again = writeNow(95);
        await evaluated(again);
        const last = writeNow(20);
        await evaluated(last);
        const live = await eventually("two events", async () => {
          const rows = await on.events(instance);
          return rows.length === 2 && rows.every((row) => row.end_time !== null) ? rows : undefined;
        });
        const spans = (rows: Json[]) => rows.map(({ start_time, end_time }) => [start_time, end_time]);
        assertEquals(spans(live), [[begun, ended], [again, last]]);
        const { data } = await on.client.ok("POST", "/api/backtests", {
          template: {
            name: "Same",
            category: "production",
            ...RULE,
            rules: [{ ...named(), ...RULE.rules[0] }],
          },
          placeholder_mappings: { VALUE: STREAM },
          from: new Date(Date.parse(begun) - 1_000).toISOString(),
          to: new Date(Date.parse(last) + 1).toISOString(),
          points: 4,
        });
        assertEquals(spans(data.events), spans(live));
      } finally {
        await server.close();
      }
    },
  );
}

const named = () => ({ rule_id: "high", rule_name: "High", event_name: "High" });
