import { assertEquals } from "@std/assert";
import { eventually } from "../support/eventually.ts";
import { aboveLimit, type RunningSystem, systemTest, timeline } from "../support/running_system.ts";
import { type SecondSource, secondSource } from "../support/second_source.ts";

const RULES = { rules: [{ conditions: [aboveLimit] }] };

/** A stream of the same name at both sources, and an instance on each. */
async function twoInstances(on: RunningSystem, second: SecondSource) {
  await on.streams.make("number", "Own.A");
  await second.streams.make("number", "Own.A");
  await on.configure();
  await second.discover();
  const template = await on.template(RULES);
  const first = await deployOn(on, template, "Own.A");
  return { first, other: await deployOn(on, template, "line2/Own.A"), template };
}

async function deployOn({ client, andon }: RunningSystem, template: number, stream: string): Promise<number> {
  const { data } = await client.ok("POST", "/api/instances", {
    template_id: template,
    instance_name: `On ${stream.replace("/", " ")} ${crypto.randomUUID().slice(0, 8)}`,
    placeholder_mappings: { VALUE: stream },
  });
  await client.ok("POST", `/api/instances/${data.id}/deploy`);
  await eventually(
    `"${stream}" is read`,
    () =>
      andon.plant.sourceStatuses().every(({ status }) =>
        status.followed_streams > 0 && status.unread_streams === 0
      ) ||
      !stream.includes("/"),
  );
  return data.id;
}

const openOf = async (on: RunningSystem, instance: number) =>
  (await on.events(instance)).filter((row) => row.is_active);

systemTest(
  "two sources are read at once, each evaluates its own instances",
  { byShards: true },
  async (on) => {
    await using second = await secondSource(on);
    const { first, other } = await twoInstances(on, second);
    const at = timeline();
    await second.streams.write("Own.A", [at(0), 81]);
    await on.streams.write("Own.A", [at(0), 10]);
    const event = await eventually("an event of the second source", async () => (await openOf(on, other))[0]);
    assertEquals(event.start_time, at(0));
    await on.evaluated(at(0));
    assertEquals(await on.events(first), []);
    const { data: [one, two] } = await on.client.ok("GET", "/api/sources");
    assertEquals([one.name, one.state, two.name, two.state], ["default", "connected", "line2", "connected"]);
  },
);
