import { assertEquals, assertMatch } from "@std/assert";
import { startSimulator } from "../../simulator/data_hub/server.ts";
import { AndonClient } from "../support/andon_client.ts";
import { AndonProcess } from "../support/andon_process.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free_port.ts";
import { DIRECTORY_CA, GROUPS, ldapDirectory, PEOPLE, SERVICE } from "../support/ldap_directory.ts";
import { CLIENT, oidcProvider } from "../support/oidc_provider.ts";
import { sourceConfiguration, timeline } from "../support/running_system.ts";
import { deployOn, limitTemplate } from "../support/simulated_plant.ts";
import { signInAtSource, SourceStreams } from "../support/source_streams.ts";

const AUDIENCE = "https://andon.example/api";

/** `andon_…=…` of an answer's new cookies. */
function cookieOf(answer: Response, name: string): string {
  return answer.headers.getSetCookie().find((set) => set.startsWith(name))?.split(";")[0] ?? "";
}

const visit = (url: string, cookie = "") => fetch(url, { headers: { cookie }, redirect: "manual" });

Deno.test("under the permissions of start, a person of a directory signs in over LDAPS with a private CA and StartTLS", async () => {
  const dataDir = await Deno.makeTempDir();
  await using directory = await ldapDirectory({
    people: [{ uid: "anna", password: "the password of anna" }],
    groups: { operators: ["cn=shift"], shift: ["uid=anna"] },
  });
  await using andon = await AndonProcess.start({ dataDir, allow: "localhost" });
  const admin = await andon.client();
  for (const [name, issuer] of [["tls", directory.ldaps], ["starttls", directory.startTls]]) {
    await admin.ok("POST", "/api/identity-providers", {
      name,
      issuer,
      client_id: SERVICE.dn,
      client_secret: SERVICE.password,
      ldap: { user_base: PEOPLE, group_base: GROUPS, ca: DIRECTORY_CA },
      grants: [{ group: "operators", role: "operator" }],
    });
    const client = new AndonClient(andon.baseUrl);
    await client.signIn(`anna@${name}`, "the password of anna");
    assertEquals((await client.get("/api/auth/session")).body.data.role, "operator");
    const wrong = await client.post("/api/auth/login", { username: `anna@${name}`, password: "wrong" });
    assertEquals(wrong.status, 401);
  }
  assertEquals(await andon.stop(), 0);
  await Deno.remove(dataDir, { recursive: true });
});

Deno.test("while the provider is away Andon starts, evaluates and signs local users in; the button says why, until it is back", async () => {
  const dataDir = await Deno.makeTempDir();
  await using simulator = await startSimulator({ now: Date.now });
  const port = freePort();
  const base = `http://127.0.0.1:${port}`;
  await using provider = await oidcProvider({
    redirectAddresses: [`${base}/auth/oidc/1/callback`],
    people: { anna: { preferred_username: "anna", groups: ["operators"] } },
    audience: AUDIENCE,
  });
  const options = { dataDir, port, allow: "127.0.0.1" };
  const signIn = async () => {
    const begun = await visit(`${base}/auth/oidc/1/begin`);
    await begun.body?.cancel();
    const back = await provider.signIn(begun.headers.get("location") ?? "", "anna");
    const done = await visit(back.href, cookieOf(begun, "andon_begun"));
    await done.body?.cancel();
    assertEquals(done.status, 303);
    return cookieOf(done, "andon_session");
  };
  const roleOf = async (cookie: string) => {
    const answer = await visit(`${base}/api/auth/session`, cookie);
    return (await answer.json()).data?.role ?? null;
  };
  const byToken = async (token: string) => {
    const answer = await fetch(`${base}/api/packages`, { headers: { authorization: `Bearer ${token}` } });
    return [answer.status, await answer.text()] as const;
  };

  const first = await AndonProcess.start(options);
  const admin = await first.client();
  const grants = [{ group: "operators", role: "operator" }, { group: "andon.read", role: "viewer" }];
  const body = { name: "corp", issuer: provider.issuer, ...CLIENT, audience: AUDIENCE, grants };
  await admin.ok("POST", "/api/identity-providers", body);
  const streams = new SourceStreams(await signInAtSource(simulator));
  await streams.make("number", "Own.A");
  await admin.ok("POST", "/api/configuration", sourceConfiguration(simulator));
  await admin.ok("POST", "/api/discover-assets");
  const instance = await deployOn(admin, await limitTemplate(admin), "Own.A");
  const cookie = await signIn();
  const token = await provider.programToken("andon.read");
  assertEquals([await roleOf(cookie), (await byToken(token))[0]], ["operator", 200]);
  assertEquals(await first.stop(), 0);

  await provider.away();
  await using second = await AndonProcess.start(options);
  const local = await second.client();
  assertEquals((await local.get("/api/auth/session")).body.data.role, "admin");
  assertEquals(await roleOf(cookie), "operator", "open sessions go on");
  const at = timeline();
  await streams.write("Own.A", [at(0), 90]);
  await eventually("the event is raised", async () => {
    const { data } = await local.ok("GET", `/api/rule-events/active?instance_id=${instance}`);
    return data.length === 1;
  });
  const button = await visit(`${base}/auth/oidc/1/begin`);
  const page = await button.text();
  assertEquals([button.status, button.headers.getSetCookie()], [503, []]);
  assertMatch(
    page,
    /Sign-in through &quot;corp&quot; does not work at the moment; try again later, or ask an administrator<.*href="\/sign-in"/s,
  );
  assertEquals(page.includes(provider.issuer), false, "where the provider is stays with administrators");
  const [status, text] = await byToken(token);
  assertEquals(status, 503);
  assertMatch(text, /corp.*try again/);

  await provider.back();
  assertEquals(await roleOf(await signIn()), "operator");
  assertEquals((await byToken(token))[0], 200);
  assertEquals(await second.stop(), 0);
  await Deno.remove(dataDir, { recursive: true });
});
