import { assertEquals } from "@std/assert";
import { CHECK_EVERY_MS, UNCONFIRMED_MS } from "../../domain/identity_provider/provider_session.ts";
import { RUN_EVERY_MS, SessionChecks } from "../../routes/people/session_checks.ts";
import { CALLBACKS, type Company, company, register, signIn } from "../support/oidc_company.ts";
import { oidcProvider } from "../support/oidc_provider.ts";

const NAMES = ["anna", "ben", "cora", "dora", "emil"];

/** Five people who are signed in, and a provider that fails or hangs over some of them. */
async function faultyCompany() {
  const clock = { nowMs: Date.now() };
  const failing = new Map<string, () => void | Promise<void>>();
  const asked: string[] = [];
  const people = Object.fromEntries(
    NAMES.map((name) => [name, { preferred_username: name, groups: ["/plant/operators"] }]),
  );
  const lookUp = (login: string) => {
    asked.push(login);
    return failing.get(login)?.();
  };
  const at = await company({ refreshTokens: true, people, lookUp }, { now: () => clock.nowMs });
  for (const login of NAMES) await signIn(at, { login });
  const checks = new SessionChecks(at.app.deps);
  return {
    ...at,
    clock,
    failing,
    /** Whom the provider was asked about by the checks that were due after a time. */
    async after(ms: number): Promise<string[]> {
      clock.nowMs += ms;
      asked.length = 0;
      await checks.run();
      return [...new Set(asked)].sort();
    },
    [Symbol.asyncDispose]: () => at[Symbol.asyncDispose](),
  };
}

const fail = () => {
  throw new Error("The record of this person is broken");
};
const hang = () => new Promise<void>(() => {});

/** In the order in which they are asked about. */
const openOf = ({ app }: Company) => app.storage.providerSessions.list().map(({ subject }) => subject);

function problemsOf({ app }: Company): Record<string, string | null> {
  return Object.fromEntries(
    app.storage.providerSessions.list().map(({ subject, problem }) => [subject, problem]),
  );
}

for (const [how, fault] of [["answers with an error", fail], ["hangs", hang]] as const) {
  Deno.test(`a provider that ${how} over one person is asked about all others, and only that one is unconfirmed`, async () => {
    await using at = await faultyCompany();
    const [first, ...others] = openOf(at);
    at.failing.set(first, fault);
    for (const other of others.slice(1)) delete at.people[other];
    assertEquals(await at.after(CHECK_EVERY_MS), [...NAMES]);
    assertEquals(openOf(at), [first, others[0]], "whom the provider refuses is signed out by the same run");
    const problems = problemsOf(at);
    assertEquals(typeof problems[first], "string");
    assertEquals(problems[others[0]], null);
    if (how === "hangs") return;
    assertEquals(await at.after(RUN_EVERY_MS), [first], "asked again a minute later");
    const user = () => at.app.storage.access.userByName(`${first}@corp`);
    const [{ token_hash }] = at.app.storage.providerSessions.list();
    await at.after(UNCONFIRMED_MS - CHECK_EVERY_MS - RUN_EVERY_MS);
    assertEquals([user()?.role, at.app.storage.providerSessions.get(token_hash)?.subject], [
      "operator",
      first,
    ]);
    at.failing.clear();
    await at.after(RUN_EVERY_MS);
    assertEquals(problemsOf(at)[first], null);
  });
}

Deno.test("a provider that cannot be reached at all is asked once, and every session is unconfirmed", async () => {
  await using at = await faultyCompany();
  await at.provider.away();
  const { identity } = at.app.deps, recheck = identity.recheck.bind(identity);
  const asked: string[] = [];
  identity.recheck = (settings, about) => {
    asked.push(about.subject);
    return recheck(settings, about);
  };
  await at.after(CHECK_EVERY_MS);
  assertEquals(asked, [openOf(at)[0]]);
  assertEquals(Object.values(problemsOf(at)).filter((problem) => problem === null), []);
  // Each run begins behind the last session that was asked about.
  for (let runs = 1; runs < 6; runs++) await at.after(RUN_EVERY_MS);
  assertEquals(asked, [...openOf(at), openOf(at)[0]]);
});

Deno.test("a provider that hangs keeps no session of another one from its check", async () => {
  await using at = await faultyCompany();
  const people = { fay: { preferred_username: "fay", groups: ["/plant/operators"] } };
  await using other = await oidcProvider({ redirectAddresses: CALLBACKS, refreshTokens: true, people });
  const id = await register(at.app, { name: "other", issuer: other.issuer });
  await signIn({ ...at, provider: other, id }, { login: "fay" });
  const { identity, storage: { providerSessions } } = at.app.deps;
  const recheck = identity.recheck.bind(identity), held = Promise.withResolvers<void>();
  const confirmed = Promise.withResolvers<void>();
  identity.recheck = async (settings, about) => {
    if (about.subject !== "fay") await held.promise;
    return await recheck(settings, about);
  };
  const change = providerSessions.change.bind(providerSessions);
  providerSessions.change = async (session, changed) => {
    const isOpen = await change(session, changed);
    if (session.subject === "fay") confirmed.resolve();
    return isOpen;
  };
  const run = at.after(CHECK_EVERY_MS);
  await confirmed.promise;
  held.resolve();
  await run;
  assertEquals(Object.values(problemsOf(at)), Array(6).fill(null));
});
