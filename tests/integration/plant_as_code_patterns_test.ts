import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { FaultyProxy } from "../support/faulty_proxy.ts";
import { PlantFolder } from "../support/plant_as_code.ts";
import { instances, namesOf, NOTHING, PATTERN, PUMPS, pumps, RULES } from "../support/plant_patterns.ts";
import { type RunningSystem, sourceConfiguration, systemTest } from "../support/running_system.ts";

systemTest(
  "a pattern creates the instances that are missing, and applying twice changes nothing",
  {},
  async (on) => {
    await using folder = await pumps(on);
    const first = await folder.apply("--dry-run");
    assertEquals(first.code, 3);
    assert(
      first.out.includes(
        '~ look up pattern "Utilities/High/Pump *" once Andon has the new template "Utilities/High"',
      ),
      first.out.join("\n"),
    );
    assertEquals(first.out.at(-1), "Differences: 2 to create, 1 to look up");
    const made = await folder.apply();
    assertEquals([made.code, made.err], [0, []]);
    assert(made.out.includes('done: create the instances of pattern "Utilities/High/Pump *": 2 created'));
    const rows = await instances(on.client);
    assertEquals(namesOf(rows), ["Pump 1", "Pump 2"]);
    assertEquals(rows.map(({ is_deployed }) => is_deployed), [false, false]);
    assertEquals(rows[0]!.placeholder_mappings, { PRESSURE: PUMPS[0], LIMIT: "5" });
    assertEquals(await folder.apply(), NOTHING);

    await on.streams.make("number", "Own.Pump3.Pressure");
    await on.client.ok("POST", "/api/discover-assets");
    const planned = await folder.apply("--dry-run");
    assertEquals(planned, {
      code: 3,
      out: [
        '+ create instance "Utilities/High/Pump 3"',
        "    template:",
        "      package: Utilities",
        "      name: High",
        "    instance_name: Pump 3",
        "    placeholders:",
        '      LIMIT: "5"',
        "      PRESSURE: Own.Pump3.Pressure",
        "Differences: 1 to create",
      ],
      err: [],
    });
    assertEquals((await instances(on.client)).length, 2, "a dry run writes nothing");
    const changed = (await on.client.ok("PUT", `/api/instances/${rows[0]!.id}`, {
      placeholder_mappings: { PRESSURE: PUMPS[0], LIMIT: "7" },
    })).data;
    assertEquals((await folder.apply()).code, 0);
    assertEquals(namesOf(await instances(on.client)), ["Pump 1", "Pump 2", "Pump 3"]);
    const kept = (await instances(on.client)).find(({ id }) => id === changed.id)!;
    assertEquals(kept.placeholder_mappings.LIMIT, "7", "what exists is left as it is");
    assertEquals(await folder.apply("--dry-run"), NOTHING);
  },
);

systemTest("with is_deployed a pattern deploys what it creates, and nothing else", {}, async (on) => {
  await using folder = await pumps(
    on,
    PATTERN.replace("Own.Pump*", "Own.Pump1*") + "    is_deployed: true\n",
  );
  await folder.write("patterns.yaml", `${PATTERN}    is_deployed: true\n    exclude: [Pump 2]\n`);
  assertEquals((await folder.apply()).code, 0);
  await on.client.ok("POST", `/api/instances/${(await instances(on.client))[0]!.id}/undeploy`);
  await folder.write("patterns.yaml", `${PATTERN}    is_deployed: true\n`);
  const { code, out, err } = await folder.apply();
  assertEquals([code, err], [0, []]);
  assertStringIncludes(out.join("\n"), "    is_deployed: true");
  const deployed = (await instances(on.client)).filter(({ is_deployed }) => is_deployed);
  assertEquals(namesOf(deployed), ["Pump 2"], "what was undeployed stays so");
  assertEquals(await folder.apply(), NOTHING);
});

systemTest("--prune keeps what a pattern finds, and deletes other instances", {}, async (on) => {
  const { client } = on;
  await using folder = await pumps(on);
  await folder.apply();
  const [one] = await instances(client);
  const { template_id } = one!;
  await client.ok("POST", "/api/instances", { template_id, instance_name: "By hand", placeholders: [] });
  await folder.write("instances.yaml", "instances: []\n");
  assertEquals((await folder.apply()).out, [
    '  only in Andon: instance "Utilities/High/By hand"',
    "Nothing to do",
  ]);
  const pruned = await folder.apply("--prune");
  assertEquals(pruned.out.slice(0, 2), [
    '- delete instance "Utilities/High/By hand"',
    "Differences: 1 to delete",
  ]);
  assertEquals(namesOf(await instances(client)), ["Pump 1", "Pump 2"]);
  assertEquals(await folder.apply("--prune"), NOTHING);
});

systemTest("--prune keeps what a pattern may find once streams are there", {}, async (on) => {
  await using folder = await pumps(on);
  await folder.apply();
  await folder.write("instances.yaml", "instances: []\n");
  await folder.write(
    "patterns.yaml",
    PATTERN.replaceAll("Own.Pump*", '"Gate/Pump*"').replace('*".Pressure', '*.Pressure"') +
      "sources: [{ kind: http_push, name: Gate, config: {} }]\n",
  );
  const { code, out, err } = await folder.apply("--prune");
  assertEquals([code, err], [0, []], out.join("\n"));
  const kept = 'pattern "Utilities/High/Pump *" may find it once Andon has the streams of source "Gate"';
  assert(
    out.includes(`  only in Andon, and kept: instance "Utilities/High/Pump 1": ${kept}`),
    out.join("\n"),
  );
  assertEquals(namesOf(await instances(on.client)), ["Pump 1", "Pump 2"]);
});

systemTest("a pattern may use what its template gets in the same apply", {}, async (on) => {
  await using folder = await pumps(on);
  await folder.apply();
  const [first] = await instances(on.client);
  await on.client.ok("DELETE", `/api/instances/${first!.id}`);
  await folder.write("instances.yaml", "instances: []\n");
  await folder.replace("rules.yaml", "placeholder_name: LIMIT", "placeholder_name: MOST");
  await folder.replace("rules.yaml", "value: <LIMIT>", "value: <MOST>");
  await folder.replace("patterns.yaml", "LIMIT: 5", "MOST: 6");
  const { code, out, err } = await folder.apply("--prune");
  assertEquals([code, err], [0, []], out.join("\n"));
  assert(out.includes('done: create the instances of pattern "Utilities/High/Pump *": 1 created'));
  const rows = await instances(on.client);
  assertEquals(namesOf(rows), ["Pump 1", "Pump 2"]);
  assertEquals(rows.find(({ instance_name }) => instance_name === "Pump 1")!.placeholder_mappings.MOST, "6");
  assertEquals(await folder.apply("--prune"), NOTHING);
});

systemTest("an instance that the folder names is left out of the pattern", {}, async (on) => {
  await using folder = await pumps(on);
  await folder.write("patterns.yaml", "");
  await folder.apply();
  await folder.write("patterns.yaml", PATTERN);
  await folder.write(
    "instances.yaml",
    `instances:
  - template: { name: High, package: Utilities }
    instance_name: Pump 1
    placeholders:
      - { placeholder_name: PRESSURE, stream_name: ${PUMPS[0]} }
      - { placeholder_name: LIMIT, value: 9 }
`,
  );
  const { code, out, err } = await folder.apply();
  assertEquals([code, err], [0, []]);
  assertEquals(out.filter((line) => line.startsWith("+ ")), [
    '+ create instance "High/Utilities/Pump 1"',
    '+ create instance "Utilities/High/Pump 2"',
  ]);
  const rows = await instances(on.client);
  assertEquals(namesOf(rows), ["Pump 1", "Pump 2"]);
  const limits = rows.map(({ instance_name, placeholder_mappings }) => [
    instance_name,
    placeholder_mappings.LIMIT,
  ]);
  assertEquals(limits.sort(), [["Pump 1", "9"], ["Pump 2", "5"]]);
  assertEquals(await folder.apply("--prune"), NOTHING);
});

/** A file with a source that is read at this address. */
function sourceFile({ simulator }: RunningSystem, base_url: string): string {
  const { client_secret: _, poll_seconds, wait_seconds, ...config } = sourceConfiguration(simulator);
  const given = { ...config, base_url };
  const source = {
    name: "hub",
    kind: "data_hub",
    config: given,
    secrets: { client_secret: { env: "HUB" } },
    poll_seconds,
    wait_seconds,
  };
  return JSON.stringify({ sources: [source] });
}

const ON_HUB = PATTERN.replace("Own.Pump*.Pressure", '"hub/Own.Pump*.Pressure"')
  .replace("    placeholders", "    plant_node_floc_id: P*\n    placeholders");

systemTest(
  "a pattern finds the streams and plant nodes that the same apply brings",
  { configuration: null },
  async (on) => {
    const { client } = on;
    await on.streams.make("number", "Own.Pump1.Pressure");
    await using folder = await PlantFolder.of(client, { HUB: on.simulator.clientSecret });
    await folder.write("rules.yaml", RULES);
    await folder.write("source.yaml", sourceFile(on, on.simulator.baseUrl));
    await folder.write("patterns.yaml", ON_HUB);
    const works = "{ floc_id: P1, name: Works, node_type: enterprise, parent_id: null }";
    await folder.write("nodes.yaml", `plant_nodes: [${works}]\n`);
    const planned = await folder.apply("--dry-run");
    assertEquals([planned.code, planned.err], [3, []]);
    assertStringIncludes(
      planned.out.join("\n"),
      '~ look up pattern "Utilities/High/Pump *" once Andon has the new template "Utilities/High" and ' +
        'the streams of source "hub"\nDifferences: ',
    );
    const { code, err, out } = await folder.apply();
    assertEquals([code, err], [0, []], out.join("\n"));
    const [one] = await instances(client);
    assertEquals([one!.instance_name, one!.plant_node_floc_id], ["Pump 1", "P1"]);
    assertEquals(await folder.apply(), NOTHING);

    await on.streams.make("number", "Own.Pump2.Pressure");
    await client.ok("POST", "/api/discover-assets");
    const site = "{ floc_id: P2, name: Two, node_type: site, parent_id: P1 }";
    await folder.write("nodes.yaml", `plant_nodes: [${works}, ${site}]\n`);
    const more = await folder.apply("--dry-run");
    assertEquals([more.code, more.err], [3, []]);
    assertStringIncludes(more.out.join("\n"), "    plant_node_floc_id: P2");
    assertEquals((await folder.apply()).code, 0);
    assertEquals(namesOf(await instances(client)), ["Pump 1", "Pump 2"]);
  },
);

systemTest(
  "a pattern waits for the streams of a source that does not answer",
  { configuration: null },
  async (on) => {
    const { client } = on;
    await on.streams.make("number", "Own.Pump1.Pressure");
    await using line = new FaultyProxy(Number(new URL(on.simulator.baseUrl).port));
    line.cut();
    await using folder = await PlantFolder.of(client, { HUB: on.simulator.clientSecret });
    await folder.write("rules.yaml", RULES);
    await folder.write("source.yaml", sourceFile(on, line.url));
    await folder.write("patterns.yaml", ON_HUB.replace("    plant_node_floc_id: P*\n", ""));
    const first = await folder.apply();
    assertEquals(first.code, 0, first.err.join("\n"));
    assertEquals(await instances(client), []);
    assertEquals((await folder.apply("--dry-run")).out, [
      '~ discover the streams of source "hub"',
      '~ look up pattern "Utilities/High/Pump *" once Andon has the streams of source "hub"',
      "Differences: 1 to discover, 1 to look up",
    ]);
    line.mend();
    assertEquals((await folder.apply()).code, 0);
    assertEquals(namesOf(await instances(client)), ["Pump 1"]);
    assertEquals(await folder.apply(), NOTHING);
  },
);

systemTest("export writes instances and leaves patterns.yaml as it is", {}, async (on) => {
  await using folder = await pumps(on);
  await folder.apply();
  await Deno.remove(`${folder.path}/rules.yaml`);
  assertEquals((await folder.export()).code, 0);
  const files = await folder.files();
  assertEquals(files["patterns.yaml"], PATTERN);
  assertMatch(files["instances.yaml"]!, /instance_name: Pump 1\n/);
  assertEquals(await folder.apply("--prune"), NOTHING);
});
