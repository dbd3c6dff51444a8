import { assert, assertEquals } from "@std/assert";
import { instances, namesOf, PATTERN, PUMPS, pumps } from "../support/plant_patterns.ts";
import { systemTest } from "../support/running_system.ts";

/** An Andon behind a gateway that refuses the requests with this line. */
function refusingGateway(target: string, refused: string) {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const { pathname, search } = new URL(request.url), { headers, method } = request;
    if (`${method} ${pathname}` === refused) {
      return Response.json({ success: false, error: "Not here" }, { status: 409 });
    }
    const body = method === "GET" ? undefined : await request.text();
    return await fetch(target + pathname + search, { method, headers, body });
  });
  const url = `http://127.0.0.1:${server.addr.port}`;
  return { url, [Symbol.asyncDispose]: () => server.shutdown() };
}

systemTest("a named instance that Andon refuses is not made by the pattern instead", {}, async (on) => {
  await using folder = await pumps(on);
  await folder.write("patterns.yaml", "");
  await folder.apply();
  await using gateway = refusingGateway(on.client.baseUrl, "POST /api/instances");
  await using behind = await folder.copiedFor(on.client, { ANDON_URL: gateway.url });
  await behind.write("patterns.yaml", PATTERN);
  const named = "{ template: { package: Utilities, name: High }, instance_name: Pump 1 }";
  await behind.write("instances.yaml", `instances: [${named}]\n`);
  const { code, err } = await behind.apply();
  assertEquals([code, err[0]], [1, 'not done: create instance "Utilities/High/Pump 1": Not here']);
  assertEquals(namesOf(await instances(on.client)), ["Pump 2"]);
});

systemTest("instances that are created and cannot be deployed are told", {}, async (on) => {
  await using folder = await pumps(on);
  await using gateway = refusingGateway(on.client.baseUrl, "POST /api/instances/bulk-deploy");
  await using behind = await folder.copiedFor(on.client, { ANDON_URL: gateway.url });
  await behind.write("patterns.yaml", `${PATTERN}    is_deployed: true\n`);
  const { code, err } = await behind.apply();
  assertEquals([code, err[0]], [
    1,
    'not done: create the instances of pattern "Utilities/High/Pump *": 2 created, but not all are deployed: Not here',
  ]);
  assertEquals((await behind.apply()).out, [
    '  pattern "Utilities/High/Pump *": 2 instances that it finds never ran; deploy in Andon what shall run',
    "Nothing to do",
  ]);
});

systemTest("what a pattern cannot create is told with its reason, line and column", {}, async (on) => {
  await using folder = await pumps(on);
  await folder.write("patterns.yaml", "");
  await folder.apply();
  await on.streams.make("number", "Own.Pump1a.Pressure", "Own.Pump1b.Pressure", "Own.Pump3.Limit");
  await on.streams.make("text", "Own.Pump4.Pressure");
  await on.client.ok("POST", "/api/discover-assets");
  await folder.write(
    "patterns.yaml",
    `patterns:
  - template: { package: Utilities, name: High }
    instance_name: Any
    placeholders:
      PRESSURE: Own.Pump1*.Pressure
  - template: { package: Utilities, name: High }
    instance_name: Pump *
    placeholders:
      PRESSURE: Own.Pump*.Pressure
      LIMIT: Own.Pump*.Limit
    exclude: [Pump 1a, Pump 1b]
`,
  );
  const { code, out, err } = await folder.apply();
  assertEquals(code, 0);
  assertEquals(out.filter((line) => line.startsWith("+ ")).length, 2, out.join("\n"));
  const at = `${folder.path}/patterns.yaml`;
  assertEquals(err, [
    `${at}:5:7: instance "Utilities/High/Any" is not created: 2 streams match: "Own.Pump1a.Pressure", ` +
    '"Own.Pump1b.Pressure"',
    `${at}:9:7: instance "Utilities/High/Pump 3" is not created: No stream was found for the required ` +
    'placeholder "PRESSURE"',
    `${at}:9:7: instance "Utilities/High/Pump 4" is not created: Stream "Own.Pump4.Pressure" is STR; it takes NUM`,
  ]);
  const again = await folder.apply();
  assertEquals([again.code, again.out, again.err], [0, ["Nothing to do"], err]);
});

systemTest(
  "of two patterns that find an instance, the first creates it and the second is told",
  {},
  async (on) => {
    await using folder = await pumps(on);
    await on.streams.make("number", "Own.Fan1.Pressure");
    await on.client.ok("POST", "/api/discover-assets");
    await folder.write("patterns.yaml", "");
    await folder.apply();
    await folder.write(
      "patterns.yaml",
      PATTERN + PATTERN.replace("patterns:\n", "").replace("Pump*", "Fan*"),
    );
    const { code, out, err } = await folder.apply();
    assertEquals([code, out.filter((line) => line.startsWith("+ ")).length], [0, 2]);
    assertEquals(err, [
      `${folder.path}/patterns.yaml:6:5: instance "Utilities/High/Pump 1" is found by the pattern in ` +
      "patterns.yaml:2 too, on other streams",
    ]);
    const one = (await instances(on.client)).find(({ instance_name }) => instance_name === "Pump 1")!;
    assertEquals(one.placeholder_mappings.PRESSURE, PUMPS[0]);
    assertEquals((await folder.apply()).err, err);
  },
);

systemTest("a pattern that is wrong writes nothing and is told with line and column", {}, async (on) => {
  const { client } = on;
  await using folder = await pumps(on);
  await folder.write("other.yaml", "packages: [{ name: Fine }]\n");
  const cases: [before: string, after: string, problem: string][] = [
    ["Own.Pump*.", "Own.Pump**.", "4:21: Two * side by side match the same as one; remove one"],
    ["Pump *", "Pump * *", "3:5: Has 2 *; the patterns of the placeholders have 1"],
    [
      "name: High",
      "name: Low",
      '2:5: There is no template "Utilities/Low", neither in the folder nor in Andon',
    ],
    ["LIMIT: 5", "FLOW: 5", '4:51: The template declares no placeholder "FLOW"'],
    ["LIMIT: 5", "FLOW: Own.*", '4:51: The template declares no placeholder "FLOW"'],
    ["LIMIT: 5", "LIMIT: high", "4:51: Placeholder "],
    ["    placeholders", "    dry_run: true\n    placeholders", '4:5: Unknown field "dry_run"'],
    ["    placeholders", "    plant_node_floc_id: L1\n    placeholders", '4:5: There is no plant node "L1"'],
  ];
  for (const isStored of [false, true]) {
    for (const [before, after, problem] of cases) {
      await folder.write("patterns.yaml", PATTERN);
      await folder.replace("patterns.yaml", before, after);
      const { code, out, err } = await folder.apply();
      assertEquals([code, out, err.at(-1)], [2, [], "Nothing was changed"], problem);
      assert(
        err.some((line) => line.startsWith(`${folder.path}/patterns.yaml:${problem}`)),
        `${problem}\n${err.join("\n")}`,
      );
      assertEquals((await client.ok("GET", "/api/packages")).data.length, isStored ? 1 : 0);
    }
    await Deno.remove(`${folder.path}/patterns.yaml`);
    await Deno.remove(`${folder.path}/other.yaml`);
    if (!isStored) assertEquals((await folder.apply()).code, 0);
    await folder.write("other.yaml", "packages: [{ name: Fine }]\n");
  }
  await folder.write("patterns.yaml", `${PATTERN}    exclude: [Pump 1, Pump 9]\n`);
  assertEquals((await folder.apply()).err, [
    `${folder.path}/patterns.yaml:5:23: No instance or stream of the patterns has the name "Pump 9"`,
    "Nothing was changed",
  ]);
  assertEquals((await client.ok("GET", "/api/packages")).data.length, 1);
});

systemTest("a pattern that matches no stream is told", {}, async (on) => {
  await using folder = await pumps(on);
  await folder.write("patterns.yaml", "");
  await folder.apply();
  await folder.write("patterns.yaml", PATTERN.replace("Pressure,", "Presure,"));
  assertEquals(await folder.apply(), {
    code: 0,
    out: ['  pattern "Utilities/High/Pump *" finds no stream', "Nothing to do"],
    err: [],
  });
});
