import { assert, assertEquals } from "@std/assert";
import { startDemoInbox } from "../../simulator/inbox/inbox.ts";
import { configureInbox } from "../../main/demo_inbox.ts";
import { serve } from "../../main/serve.ts";
import { parseSettings } from "../../settings/settings.ts";
import { ADMIN_PASSWORD, PASSWORD_COST, SECRETS_KEY } from "../support/andon_process.ts";
import { eventually } from "../support/eventually.ts";

/** Andon without a data source, with the demo inbox as dev sets it up. */
async function withInbox() {
  const environment = { PORT: "0", KV_URL: ":memory:", ACTOR_SHARDS: "0", ADMIN_PASSWORD, SECRETS_KEY };
  const settings = parseSettings(environment, "dev", { cores: 2, tty: false });
  if (settings.secretsKey === null) throw new TypeError("The tests' SECRETS_KEY is no key");
  const { secretsKey, adminPassword, plantTimeZone: timeZone } = settings;
  await using stack = new AsyncDisposableStack();
  const inbox = stack.use(await startDemoInbox(Date.now));
  const andon = await serve({
    settings,
    secretsKey,
    adminPassword,
    log: () => {},
    alwaysAllow: inbox.hosts,
    demoInbox: inbox,
    passwordCost: PASSWORD_COST,
  });
  stack.defer(() => andon.close());
  await configureInbox(andon, { inbox, timeZone });
  const moved = stack.move();
  return { andon, inbox, timeZone, [Symbol.asyncDispose]: () => moved.disposeAsync() };
}

Deno.test("in dev, the demo inbox is the fallback, and an error calls the admin, who is on call", async () => {
  await using on = await withInbox();
  const { contactPoints, ownConditions } = on.andon.storage;
  assertEquals(on.inbox.messages().length, 1);
  assertEquals(contactPoints.list().map(({ fallback, last_test }) => [fallback, last_test?.outcome]), [[
    true,
    "accepted",
  ]]);
  const condition = {
    name: "Pump hot",
    description: "It is hot",
    severity: "error",
    at: Date.now(),
  } as const;
  await ownConditions.raise("pump", condition);
  const message = await eventually("the message came", () => {
    const [newest, ...others] = on.inbox.messages();
    return others.length > 0 ? newest : undefined;
  });
  assertEquals(message.to, "admin@demo.invalid");
  assert(message.text.includes("Pump hot"), message.text);
});

Deno.test("in dev, a second start changes nothing but the inbox's address", async () => {
  await using on = await withInbox();
  const { contactPoints, rosters, notificationPolicies, contactAddresses } = on.andon.storage;
  const made = () => [rosters.list(), notificationPolicies.list(), contactAddresses.of(1)];
  const before = made();
  await using next = await startDemoInbox(Date.now);
  await configureInbox(on.andon, { inbox: next, timeZone: on.timeZone });
  assertEquals(made(), before);
  assertEquals(contactPoints.list().map(({ config }) => config.kind === "email" && config.port), [
    next.mailPort,
  ]);
  assertEquals(next.messages().length, 1);
});
