import { assert, assertEquals } from "@std/assert";
import { eventually } from "../support/eventually.ts";
import { readingsOf, sumOf } from "../support/metrics_text.ts";
import { type RunningSystem, systemTest, timeline } from "../support/running_system.ts";

async function coverageOf({ client }: RunningSystem, instance: number) {
  const { data } = await client.ok("GET", `/api/instances/${instance}`);
  return data.coverage;
}

async function metrics(on: RunningSystem): Promise<Map<string, number>> {
  return readingsOf(await on.metrics());
}

systemTest(
  "coverage names who is blind and why, until data arrive and until undeployment",
  {},
  async (on) => {
    const [empty, bad, good] = ["Coverage.Empty", "Coverage.Bad", "Coverage.Good"];
    await on.streams.make("number", empty, bad, good);
    await on.configure();
    const template = await on.template({ rules: [{}] });
    const instances: number[] = [];
    for (const stream of [empty, bad, good]) instances.push(await on.deploy(template, { VALUE: stream }));
    const [blind, spoilt, seeing] = instances;
    const at = timeline();
    await on.streams.write(bad, [at(0), null]);
    await on.streams.write(good, [at(0), 10]);
    await on.evaluated(at(0));
    const reported = await eventually("the shards have reported both, with a generation", async () => {
      await on.generation();
      const readings = await metrics(on);
      const of = (cause: string) => readings.get(`andon_blind_instances{cause="${cause}"}`);
      return of("no_data") === 1 && of("bad_quality") === 1 ? readings : undefined;
    });
    assert(sumOf(reported, "andon_coverage_lowest") <= sumOf(reported, "andon_coverage_mean"));
    await eventually("their reads tell of it", async () => {
      const [none, spoiled] = [await coverageOf(on, blind), await coverageOf(on, spoilt)];
      return none.blind.no_data > 0 && none.blind.bad_quality === 0 && spoiled.blind.bad_quality > 0;
    });
    await on.streams.write(bad, [at(1), 10]);
    await on.streams.write(empty, [at(1), 10]);
    await on.evaluated(at(1));
    await eventually("nobody is blind any more", async () => {
      await on.generation();
      return sumOf(await metrics(on), "andon_blind_instances") === 0;
    });
    const rising = (await coverageOf(on, spoilt)).share;
    on.reach(at(30));
    await eventually(
      "the share rises with the time",
      async () => (await coverageOf(on, spoilt)).share > rising,
    );
    await on.client.ok("POST", `/api/instances/${blind}/undeploy`);
    on.reach(at(60));
    await eventually(
      "undeployed time counts",
      async () => (await coverageOf(on, blind)).blind.undeployed > 0.01,
    );
    assertEquals((await coverageOf(on, seeing)).blind.bad_quality, 0);
  },
);
