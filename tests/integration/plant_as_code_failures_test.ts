import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { PLANT_SECRETS, PlantFolder, wholePlant } from "../support/plant_as_code.ts";
import { runningSystem, systemTest } from "../support/running_system.ts";

const STREAM = "Own.Pressure";

systemTest("a file with an error changes nothing and is told with line and column", {}, async (on) => {
  const { client } = on;
  await using folder = await PlantFolder.of(client);
  const empty = await folder.apply();
  assertEquals([empty.code, empty.out], [2, []]);
  assertMatch(empty.err.join(), /has no YAML file/);
  await folder.write("a.yaml", "packages:\n  - name: Fine\n");
  const cases: [string, string][] = [
    ["packages:\n  - name: Utilities\n    colour: red\n", '3:5: Unknown field "colour"'],
    ["packages:\n  - name: Utilities\n   description: x\n", "3:1: Sequence item without - indicator"],
    ["packages:\n  - description: no name\n", "2:5: Is required"],
    ["packages:\n  - name: Fine\n", '2:5: package "Fine" is in a.yaml:2 already'],
    ["package: []\n", '1:1: Unknown key "package"; there are plant_nodes, '],
    ["areas:\n  - name: A\n    plant_node_ids: [X]\n", '3:22: There is no plant node "X", neither'],
    ["templates:\n  - package: Fine\n    package_id: 1\n", '3:5: Is called "package" in a file'],
    [
      "templates:\n  - package: Fine\n    name: T\n    category: health\n    rules:\n      - rule_id: r\n" +
      "        rule_name: r\n        event_name: e\n        conditions:\n" +
      "          - { stream: <NONE>, operator: is_true }\n",
      "10:15: ",
    ],
    ["sources:\n  - kind: mqtt\n    name: M\n    config: { host: 7 }\n", "4:15: "],
    [
      "contact_points:\n  - name: P\n    config: { kind: mqtt, host: h, user: u, from: x, topic: t }\n" +
      "    secrets: { password: plain }\n",
      "4:16: Must say where the secret is",
    ],
    [
      "users:\n  - username: anna\n    role: viewer\n    password: { env: NOT_SET }\n",
      "4:5: Set the environment variable NOT_SET",
    ],
    [
      "instances:\n  - template: { package: Fine, name: T }\n    instance_name: I\n",
      '2:5: There is no template "Fine/T"',
    ],
    [
      "plant_nodes:\n  - { floc_id: L, name: L, node_type: site }\n",
      "2:5: A node of type site needs a parent",
    ],
    ["ai_providers:\n  - { display_name: A, provider_type: openai, model_name: m }\n", "2:5: Is required"],
    ["contact_points:\n  - name: Chat\n    config: { kind: slack }\n", "2:5: Is required"],
    [
      "templates:\n  - { package: Fine, name: T, category: health }\ninstances:\n" +
      "  - template: { package: Fine, name: T }\n    instance_name: I\n" +
      "    placeholders: [{ placeholder_name: NONE, value: 1 }]\n",
      '6:22: The template declares no placeholder "NONE"',
    ],
  ];
  for (const [text, problem] of cases) {
    await folder.write("b.yaml", text);
    const { code, out, err } = await folder.apply();
    assertEquals([code, out], [2, []], text);
    assertEquals(err.at(-1), "Nothing was changed");
    assert(
      err.some((line) => line.startsWith(`${folder.path}/b.yaml:${problem}`)),
      `${problem}\n${err.join("\n")}`,
    );
    assertEquals((await client.ok("GET", "/api/packages")).data, []);
  }
});

/** An Andon behind a gateway that loses the answers of all writes but so many. */
function lossyGateway(target: string) {
  const state = { writes: 0 };
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const { pathname, search } = new URL(request.url);
    const body = request.method === "GET" ? undefined : await request.text();
    const { headers, method } = request;
    const answer = await fetch(target + pathname + search, { method, headers, body });
    if (method === "GET" || state.writes-- > 0) return answer;
    await answer.body?.cancel();
    return new Response("gateway timeout", { status: 504 });
  });
  const url = `http://127.0.0.1:${server.addr.port}`;
  return { url, state, [Symbol.asyncDispose]: () => server.shutdown() };
}

systemTest(
  "apply goes on where one before it was stopped, also after writes without an answer",
  {},
  async (on) => {
    await on.streams.make("number", STREAM);
    await on.configure();
    await wholePlant(on.client, STREAM);
    await using folder = await PlantFolder.of(on.client);
    await folder.export();
    const exported = await folder.files();
    await using empty = await runningSystem({ shards: 0, configuration: null });
    await using gateway = lossyGateway(empty.client.baseUrl);
    await using copy = await folder.copiedFor(empty.client, {
      ...PLANT_SECRETS,
      SOURCE_DEFAULT_CLIENT_SECRET: on.simulator.clientSecret,
      ANDON_URL: gateway.url,
    });
    let rounds = 0;
    for (let code = 1; code !== 0 && rounds < 50; rounds++) {
      gateway.state.writes = 3;
      const end = await copy.apply();
      code = end.code;
      if (code === 0) break;
      assertEquals(code, 1, end.err.join("\n"));
      assertMatch(end.err.at(-1)!, /^3 of \d+ steps are done; apply again to go on$/);
      assertStringIncludes(end.err[0]!, "not done: ");
      assertEquals(end.out.filter((line) => line.startsWith("done: ")).length, 3);
    }
    assert(rounds > 3, `${rounds} rounds`);
    gateway.state.writes = Infinity;
    assertEquals((await copy.apply()).out.at(-1), "Nothing to do");
    assertEquals((await copy.export()).code, 0);
    assertEquals(await copy.files(), exported);
  },
);

systemTest("what Andon refuses stops only what needs it", {}, async (on) => {
  const { client } = on;
  await using folder = await PlantFolder.of(client, {
    WEAK: "aaaaaaaaaaaa",
    GOOD: "correct horse battery staple",
  });
  await folder.write(
    "all.yaml",
    `users:
  - { username: anna, role: viewer, password: { env: WEAK } }
  - { username: bo, role: viewer, password: { env: GOOD } }
teams:
  - { name: Hers, users: [anna, bo] }
  - { name: His, users: [bo] }
`,
  );
  const { code, out, err } = await folder.apply();
  assertEquals(code, 1);
  assertMatch(err[0]!, /^not done: create user "anna": password: /);
  assertEquals(err.slice(1), [
    'not done: create team "Hers": it needs user "anna"',
    "2 of 4 steps are done; apply again to go on",
  ]);
  assertEquals(out.filter((line) => line.startsWith("done: ")), [
    'done: create user "bo"',
    'done: create team "His"',
  ]);
});

systemTest(
  "--prune keeps owners of keys, the source default and the last policy, and says so",
  {},
  async (on) => {
    const { client } = on;
    await client.ok("POST", "/api/users", {
      username: "bo",
      password: "correct horse battery staple",
      role: "viewer",
    });
    await using folder = await PlantFolder.of(client);
    await folder.write("own.yaml", "users: []\nsources: []\nnotification_policies:\n");
    const { code, out, err } = await folder.apply("--prune");
    assertEquals([code, err], [0, []]);
    assertEquals(out, [
      '- delete user "bo"',
      '  only in Andon, and kept: notification policy "Everything else": it takes every event which is left',
      '  only in Andon, and kept: source "default": it is the source of /api/configuration',
      '  only in Andon, and kept: user "admin": owns an API key',
      "Differences: 1 to delete",
      'done: delete user "bo"',
      "Done",
    ]);
  },
);

systemTest("with a key of an engineer, a folder with rules and machines is applied", {}, async (on) => {
  const { client } = on;
  await using folder = await PlantFolder.of(client, {}, "engineer");
  await folder.write(
    "own.yaml",
    "packages: [{ name: P }]\ntemplates: [{ package: P, name: T, category: health }]\n",
  );
  assertEquals((await folder.apply()).code, 0);
  await folder.write("own.yaml", "instances: [{ template: { package: P, name: T }, instance_name: I }]\n");
  assertEquals((await folder.apply()).code, 0);
  await folder.write("own.yaml", "users: []\n");
  const { code, err } = await folder.apply();
  assertEquals(code, 1);
  assertMatch(err.join(), /admin.*Nothing was changed$/);
});
