import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { parse } from "yaml";
import type { AndonClient, Json } from "../support/andon_client.ts";
import { PLANT_SECRETS, PlantFolder, wholePlant } from "../support/plant_as_code.ts";
import { runningSystem, systemTest } from "../support/running_system.ts";
import { secondSource } from "../support/second_source.ts";

const STREAM = "Own.Pressure";

/** The head lines of a difference, without details. */
const headsOf = (lines: string[]) => lines.filter((line) => /^[-+~] /.test(line));

async function named(client: AndonClient, path: string, name: string): Promise<Json> {
  const { data } = await client.ok("GET", path);
  return data.find((row: Json) => [row.name, row.instance_name].includes(name));
}

/** An editor finds nothing wrong with the files. */
async function fitsItsSchema(folder: PlantFolder): Promise<void> {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  addFormats.default(ajv);
  const validate = ajv.compile(JSON.parse(await Deno.readTextFile(`${folder.path}/.schemas/plant.json`)));
  for (const [file, text] of Object.entries(await folder.files())) {
    assert(validate(parse(text)), `${file}: ${JSON.stringify(validate.errors)}`);
    assertStringIncludes(text, "# yaml-language-server: $schema=.schemas/plant.json\n");
  }
}

systemTest("an exported plant, applied to an empty Andon, is exported again byte by byte", {}, async (on) => {
  await on.streams.make("number", STREAM);
  await on.configure();
  await wholePlant(on.client, STREAM);
  await using folder = await PlantFolder.of(on.client);
  assertEquals((await folder.export()).code, 0);
  const exported = await folder.files();
  await fitsItsSchema(folder);
  assertEquals(await folder.apply("--dry-run", "--prune"), { code: 0, out: ["Nothing to do"], err: [] });
  for (const secret of ["hidden", "mail password", on.simulator.clientSecret]) {
    assert(!JSON.stringify(exported).includes(secret), "no secret is in a file");
  }

  await using empty = await runningSystem({ shards: 0, configuration: null });
  await using copy = await folder.copiedFor(empty.client, {
    ...PLANT_SECRETS,
    SOURCE_DEFAULT_CLIENT_SECRET: on.simulator.clientSecret,
  });
  const planned = await copy.apply("--dry-run");
  assertEquals(planned.code, 3);
  assertEquals((await empty.client.ok("GET", "/api/packages")).data, [], "a dry run writes nothing");
  const applied = await copy.apply();
  assertEquals([applied.code, applied.err], [0, []], applied.err.join("\n"));
  assertEquals(headsOf(applied.out), headsOf(planned.out));
  assertEquals(await copy.apply(), { code: 0, out: ["Nothing to do"], err: [] });
  assertEquals((await copy.export()).code, 0);
  assertEquals(await copy.files(), exported);
  assertEquals((await named(empty.client, "/api/instances", "Pump 1")).is_deployed, true);
  assertEquals((await named(empty.client, "/api/contact-points", "Mail")).stored_secrets, ["password"]);
});

systemTest(
  "a change of a file changes one thing; --prune deletes what the files do not name",
  {},
  async (on) => {
    const { client } = on;
    await on.streams.make("number", STREAM);
    await on.configure();
    await wholePlant(client, STREAM);
    await using folder = await PlantFolder.of(client);
    await folder.export();
    await folder.replace("contact_points.yaml", "name: Mail\n", "name: Mail\n    max_per_minute: 7\n");
    await folder.replace("notification_policies.yaml", "- name: All errors\n", "- name: All mistakes\n");
    const planned = await folder.apply("--dry-run");
    assertEquals(planned.code, 3);
    assertEquals(headsOf(planned.out), [
      '~ update contact point "Mail"',
      '+ create notification policy "All mistakes"',
    ]);
    assertStringIncludes(planned.out.join("\n"), "    max_per_minute: 60 -> 7");
    assert(planned.out.includes('  only in Andon: notification policy "All errors"'), planned.out.join("\n"));
    assertEquals((await folder.apply()).code, 0);
    assertEquals((await named(client, "/api/contact-points", "Mail")).max_per_minute, 7);
    const policies = async () =>
      (await client.ok("GET", "/api/notification-policies")).data.map(({ name }: Json) => name);
    assertEquals(await policies(), ["Critical", "All errors", "All mistakes", "Everything else"]);

    await folder.write("instances.yaml", "instances: []\n");
    await folder.write("templates.yaml", "");
    await folder.replace(
      "notification_policies.yaml",
      "        - package: Utilities\n          name: Pump pressure\n",
      "",
    );
    await folder.replace("notification_policies.yaml", "      templates:\n", "      templates: []\n");
    const pruned = await folder.apply("--prune");
    assertEquals([pruned.code, pruned.err], [0, []]);
    assertEquals(headsOf(pruned.out), [
      '~ update notification policy "Critical"',
      '- delete notification policy "All errors"',
      '- delete instance "Utilities/Pump pressure/Pump 1"',
    ]);
    assertEquals(await policies(), ["Critical", "All mistakes", "Everything else"]);
    assertEquals((await client.ok("GET", "/api/instances")).data, []);
    assertEquals((await client.ok("GET", "/api/templates")).data.length, 1, "no file has templates");
    assertEquals((await folder.apply("--prune")).out.at(-1), "Nothing to do");
  },
);

systemTest(
  "policies get the order of the file, and a file needs no schema, comment or certain name",
  {},
  async (on) => {
    const { client } = on;
    await client.ok("POST", "/api/notification-policies", { name: "Existing" });
    await using folder = await PlantFolder.of(client);
    await folder.write(
      "own.yml",
      "notification_policies:\n  - { name: Third }\n  - { name: First }\n  - { name: Second }\n",
    );
    assertEquals((await folder.apply()).code, 0);
    await folder.write(
      "own.yml",
      "notification_policies: [{ name: First }, { name: Second }, { name: Third }]\n",
    );
    const { out } = await folder.apply();
    assertEquals(headsOf(out), ["~ reorder the notification policies"]);
    const { data } = await client.ok("GET", "/api/notification-policies");
    assertEquals(data.map(({ name }: Json) => name), [
      "First",
      "Second",
      "Third",
      "Existing",
      "Everything else",
    ]);
    assertEquals((await folder.apply()).out.at(-1), "Nothing to do");
    const refused = await folder.export();
    assertEquals(refused.code, 2);
    assertStringIncludes(refused.err.join(), "own.yml");
  },
);

systemTest("a template in use gets a version, and --upgrade upgrades its instances", {}, async (on) => {
  const { client } = on;
  await on.streams.make("number", STREAM);
  await on.configure();
  const { template, instance } = await wholePlant(client, STREAM);
  await using folder = await PlantFolder.of(client);
  await folder.export();
  await folder.replace("templates.yaml", "severity: error", "severity: critical");
  const first = await folder.apply();
  assertEquals(first.code, 0, first.err.join("\n"));
  assertEquals(headsOf(first.out), [
    '~ release a version of template "Utilities/Pump pressure" (1 instance runs on it)',
  ]);
  assertStringIncludes(first.out.join("\n"), '    rules[high].severity: "error" -> "critical"');
  const versions = async () => [
    (await client.ok("GET", `/api/templates/${template.id}`)).data.version,
    (await client.ok("GET", `/api/instances/${instance.id}`)).data.template_version,
  ];
  assertEquals(await versions(), [2, 1]);
  const hint =
    '  template "Utilities/Pump pressure": 1 instance runs on an older version; --upgrade upgrades';
  assertEquals(await folder.apply(), { code: 0, out: [hint, "Nothing to do"], err: [] });
  assertEquals((await folder.apply("--dry-run", "--upgrade")).code, 3);
  const upgraded = await folder.apply("--upgrade");
  assertEquals([upgraded.code, headsOf(upgraded.out)], [0, [
    '~ upgrade 1 instance of template "Utilities/Pump pressure"',
  ]]);
  assertEquals(await versions(), [2, 2]);
  assertEquals(await folder.apply("--upgrade"), { code: 0, out: ["Nothing to do"], err: [] });

  await folder.replace(
    "templates.yaml",
    "category: production",
    "category: production\n    is_active: false",
  );
  const refused = await folder.apply();
  assertEquals(refused.code, 2);
  assertMatch(
    refused.err[0]!,
    /templates\.yaml:7:5: is_active cannot change while instances are deployed \(1\)$/,
  );
});

systemTest(
  "a version whose release failed is released by the next apply, and not added again",
  {},
  async (on) => {
    const { client } = on;
    await on.streams.make("number", STREAM);
    await on.configure();
    const { template } = await wholePlant(client, STREAM);
    await using folder = await PlantFolder.of(client);
    await folder.export();
    const { rules } = (await client.ok("GET", `/api/templates/${template.id}`)).data;
    const path = `/api/templates/${template.id}/versions`;
    await client.ok("POST", path, { rules: [{ ...rules[0], severity: "critical" }] });
    await folder.replace("templates.yaml", "severity: error", "severity: critical");
    assertEquals((await folder.apply()).code, 0);
    const { data } = await client.ok("GET", path);
    assertEquals(data.map(({ version, status }: Json) => [version, status]).sort(), [[1, "superseded"], [
      2,
      "current",
    ]]);
  },
);

systemTest(
  "a deployed instance that changes is deployed again, and one with is_deployed: false not",
  {},
  async (on) => {
    const { client } = on;
    await on.streams.make("number", STREAM);
    await on.configure();
    const { instance } = await wholePlant(client, STREAM);
    await using folder = await PlantFolder.of(client);
    await folder.export();
    const read = async () => (await client.ok("GET", `/api/instances/${instance.id}`)).data;
    await folder.replace("instances.yaml", "value: 5", "value: 6");
    const changed = await folder.apply();
    assertEquals(changed.code, 0, changed.err.join("\n"));
    assertEquals(headsOf(changed.out), [
      '~ update instance "Utilities/Pump pressure/Pump 1" (it is undeployed and deployed again: its active events close)',
      "~ deploy 1 instance",
    ]);
    assertEquals([(await read()).placeholder_mappings.LIMIT, (await read()).is_deployed], ["6", true]);
    await folder.replace("instances.yaml", "is_deployed: true", "is_deployed: false");
    assertEquals(headsOf((await folder.apply()).out), ["~ undeploy 1 instance (active events close)"]);
    assertEquals((await read()).is_deployed, false);
    assertEquals((await folder.apply()).out.at(-1), "Nothing to do");
  },
);

systemTest(
  "a stream that was renamed at its source is told as renamed, and is no difference",
  {},
  async (on) => {
    const { client } = on;
    await on.streams.make("number", STREAM);
    await on.configure();
    await wholePlant(client, STREAM);
    await using folder = await PlantFolder.of(client);
    await folder.export();
    await on.streams.rename(STREAM, "Line 7.Pressure");
    await client.ok("POST", "/api/discover-assets");
    const { code, out } = await folder.apply("--prune");
    assertEquals(code, 0);
    assertEquals(out, [
      `  instance "Utilities/Pump pressure/Pump 1": stream "${STREAM}" is called "Line 7.Pressure" at its source since; ` +
      "export writes the new name",
      "Nothing to do",
    ]);
    await folder.export();
    assertStringIncludes((await folder.files())["instances.yaml"]!, "stream_name: Line 7.Pressure");
  },
);

systemTest(
  "secrets are sent where Andon has none, to another receiver, and with --secrets",
  {},
  async (on) => {
    const { client } = on;
    const secrets = { MODEL: "first-key" };
    await using folder = await PlantFolder.of(client, secrets);
    const provider = (address: string) =>
      `ai_providers:
  - { display_name: M, provider_type: ollama, model_name: m, base_url: "${address}", api_key: { env: MODEL } }
`;
    await folder.write("own.yaml", provider("http://127.0.0.1:9/a"));
    assertEquals((await folder.apply()).code, 0);
    assertEquals((await folder.apply()).out, ["Nothing to do"]);
    await folder.write("own.yaml", provider("http://127.0.0.1:9/b"));
    const moved = await folder.apply();
    assertStringIncludes(moved.out.join("\n"), "    secret api_key: is sent");
    const { data: [stored] } = await client.ok("GET", "/api/ai-providers");
    assertEquals(stored.has_api_key, true);
    await client.ok("PUT", `/api/ai-providers/${stored.id}`, { api_key: null });
    assertEquals(headsOf((await folder.apply()).out), ['~ update AI provider "M"']);
    assertEquals((await folder.apply("--secrets", "--dry-run")).code, 3);
    assertEquals((await folder.apply()).out, ["Nothing to do"]);
  },
);

systemTest("a source that is sent to is made from a file; its key is not in the export", {}, async (on) => {
  const { client } = on;
  await using folder = await PlantFolder.of(client);
  await folder.write("own.yaml", "sources: [{ kind: http_push, name: Gateway, config: {} }]\n");
  const made = await folder.apply();
  assertEquals([made.code, made.err], [0, []]);
  const source = await named(client, "/api/sources", "Gateway");
  await client.ok("POST", `/api/sources/${source.id}/secrets/key`);
  assertEquals((await folder.apply()).out.at(-1), "Nothing to do");
  await Deno.remove(`${folder.path}/own.yaml`);
  await folder.export();
  const exported = (await folder.files())["sources.yaml"]!;
  assertStringIncludes(exported, "name: Gateway");
  assertStringIncludes(exported, "config: {}\n");
  assert(!exported.includes("SOURCE_GATEWAY"), exported);
  const hub = "{ client_id: a, region: us-west, tenant_id: c, namespace_id: d }";
  await folder.write("sources.yaml", `sources: [{ kind: data_hub, name: Gateway, config: ${hub} }]\n`);
  assertEquals(await folder.apply(), {
    code: 2,
    out: [],
    err: [
      `${folder.path}/sources.yaml:1:13: source "Gateway" is of the kind http_push, which cannot change`,
      "Nothing was changed",
    ],
  });
});

systemTest("streams of two sources that have one id are told apart by their sources", {}, async (on) => {
  const { client } = on;
  await using second = await secondSource(on);
  await on.streams.make("number", "Own.A");
  await second.streams.make("number", "Own.A");
  await on.configure();
  await second.discover();
  const template = await on.template({ rules: [{}] });
  const names = ["Own.A", "line2/Own.A"];
  for (const stream_name of names) {
    const placeholders = [{ placeholder_name: "VALUE", stream_name }];
    await client.ok("POST", "/api/instances", {
      template_id: template,
      instance_name: stream_name,
      placeholders,
    });
  }
  await using folder = await PlantFolder.of(client);
  await folder.export();
  const exported = await folder.files();
  assertEquals(await folder.apply(), { code: 0, out: ["Nothing to do"], err: [] });
  await folder.write("instances.yaml", "instances: []\n");
  assertEquals((await folder.apply("--prune")).code, 0);
  await folder.write("instances.yaml", exported["instances.yaml"]!);
  assertEquals((await folder.apply()).code, 0);
  const { data } = await client.ok("GET", "/api/instances");
  const bound = data.map(({ placeholder_mappings }: { placeholder_mappings: Json }) =>
    placeholder_mappings.VALUE
  );
  assertEquals(bound.sort(), names.toSorted());
  await folder.export();
  assertEquals(await folder.files(), exported);
});
