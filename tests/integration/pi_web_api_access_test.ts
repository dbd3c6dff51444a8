import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { Refusal } from "../../domain/shared/refusal.ts";
import { connectPi, type PiConnection } from "../support/pi_web_api_harness.ts";
import { behindTls, CERTIFICATE, PRIVATE_KEY } from "../support/pi_web_api_tls.ts";
import { DATABASE, reasonOf, scene } from "../support/pi_web_api_scene.ts";

Deno.test("PI: a redirect to another host is not followed, and no secret goes there", async () => {
  await using plant = scene();
  await using other = scene();
  const there = new URL(other.server.url).host;
  plant.server.intercept = (request) => {
    const url = new URL(request.url);
    url.host = there;
    return new Response(null, { status: 307, headers: { location: url.href } });
  };
  const source = await plant.connect({ allowed: [new URL(plant.server.url).host, there] });
  assertStringIncludes(await reasonOf(() => source.test()), "a redirect that is not followed");
  assertEquals(other.seen, []);
});

Deno.test("PI: an address that is not allowed is not connected to", async () => {
  await using plant = scene();
  const source = await plant.connect({ allowed: [] });
  assertStringIncludes(await reasonOf(() => source.test()), "OUTBOUND_ALLOW");
  assertEquals(plant.seen, []);
});

Deno.test("PI: a bearer token signs in", async () => {
  await using plant = scene({ token: "t0ken" });
  const config = { authentication: "bearer" as const, user_name: null };
  const source = await plant.connect({ config, secret: "t0ken" });
  assertEquals((await source.test()).connection_status, "connected");
  const { code } = await assertRejects(
    async () => await (await plant.connect({ config, secret: "x" })).test(),
    Refusal,
  );
  assertEquals(code, "INVALID_CREDENTIALS");
});

Deno.test("PI: a client certificate signs in at a server of a private authority, also with its key in one line", async () => {
  await using plant = scene({ token: null });
  await using front = await behindTls(plant.server);
  const signed = { authentication: "certificate" as const, user_name: null, certificate: CERTIFICATE };
  const connect = (config: PiConnection["config"], secret: string) =>
    connectPi({ ...plant.server, url: front.url }, {
      config,
      secret,
      allowed: [new URL(front.url).host],
    });
  for (const secret of [PRIVATE_KEY, PRIVATE_KEY.replaceAll("\n", " ")]) {
    const source = await connect({ ...signed, ca: CERTIFICATE }, secret);
    assertEquals((await source.test()).connection_status, "connected");
    await source.close();
  }
  const stranger = await connect(signed, PRIVATE_KEY);
  assertStringIncludes(await reasonOf(() => stranger.test()), "not signed by a known authority");
  await stranger.close();
  const noCertificate = await connect({ ca: CERTIFICATE, user_name: "andon" }, "x");
  await assertRejects(() => noCertificate.test(), Refusal);
  await noCertificate.close();
  assertStringIncludes(await reasonOf(() => connect(signed, "no key")), "cannot be read as PEM");
});

Deno.test("PI: no message contains the password, even if the server repeats it", async () => {
  await using plant = scene();
  const { user, password } = plant.server;
  const source = await plant.connect();
  const basic = btoa(`${user}:${password}`);
  for (const text of [password, `Basic ${basic}`]) {
    plant.server.intercept = () => Response.json({ Errors: [`Unknown user ${text}`] }, { status: 500 });
    const refusal = await assertRejects(() => source.test(), Refusal);
    assert(!JSON.stringify([refusal.message, refusal.details]).includes(text));
  }
});

Deno.test("PI: a server that offers only Windows' ways to sign in says what to do", async () => {
  await using plant = scene();
  plant.server.intercept = () =>
    new Response(null, { status: 401, headers: { "www-authenticate": "Negotiate, NTLM" } });
  const reason = await reasonOf(async () => await (await plant.connect()).test());
  assertStringIncludes(reason, "it offers only Negotiate, NTLM; enable Basic authentication");
});

Deno.test("PI: the test of a connection tells version, user and what is reachable", async () => {
  await using plant = scene();
  const factsOf = async () => (await (await plant.connect()).test()).facts;
  assertEquals(await factsOf(), {
    "PI Web API": "1.18.0.6",
    User: "PLANT\\andon",
    "PI Data Archive": "PISRV01 (3.4.450.1); this user sees nothing in it",
  });
  plant.world.addPoint({ name: "A" });
  assertEquals((await factsOf())["PI Data Archive"], "PISRV01 (3.4.450.1)");
  const af = await (await plant.connect({ config: DATABASE })).test();
  assertEquals(af.info.plant_info, { kind: "AF database", name: "\\\\AF01\\Plant", version: "" });
  const wrong = await plant.connect({ config: { data_archive: "PISRV02" } });
  assertStringIncludes(
    await reasonOf(() => wrong.test()),
    "There is no data archive PISRV02; this user sees PISRV01",
  );
});
