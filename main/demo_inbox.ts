import type { DemoInbox } from "../simulator/inbox/inbox.ts";
import type { Actor } from "../domain/access/types.ts";
import { contactPointSchema } from "../domain/contact_point/schema.ts";
import { testMessage, testOf } from "../domain/contact_point/test_message.ts";
import { policySchema } from "../domain/notification_policy/schema.ts";
import { rosterSchema } from "../domain/roster/schema.ts";
import type { Storage } from "../storage/contract.ts";
import { lazyContactPointClient } from "./contact_points.ts";
import type { Andon } from "./serve.ts";

const BY: Actor = { name: "Andon", role: "admin" };
const NO_PROXY = { https: null, http: null, no: "" };
const INBOX_DEADLINE_MS = 10_000;
/** The sender of the demo's mails, by which its contact point is found again. */
const DEMO_SENDER = "andon@demo.invalid";

/**
 * Points the contact point "Demo inbox" at the embedded receiver, whose port is new at each start, and tests it. At the
 * first start it is the fallback, and the admin is on call.
 */
export async function configureInbox(
  { storage, address: publicUrl }: Andon,
  { inbox, timeZone }: { inbox: DemoInbox; timeZone: string },
): Promise<void> {
  const { contactPoints } = storage;
  const address = {
    kind: "email",
    host: "127.0.0.1",
    port: inbox.mailPort,
    tls: "none",
    from: DEMO_SENDER,
    to: ["control-room@demo.invalid"],
  };
  const stored = contactPoints.list().find(({ config }) =>
    config.kind === "email" && config.from === DEMO_SENDER && config.host === address.host
  );
  if (stored === undefined && contactPoints.list().length > 0) return;
  const { config, ...draft } = contactPointSchema.parse({
    name: "Demo inbox",
    description: "Read its messages at /demo-inbox",
    fallback: true,
    config: address,
  });
  const { id } = stored === undefined
    ? await contactPoints.create({ ...draft, config }, BY)
    : await contactPoints.update(stored.id, { config: { ...stored.config, ...config } }, BY);
  if (stored === undefined) await putOnCall(storage, { contactPointId: id, timeZone });
  const record = contactPoints.get(id);
  if (record === undefined) return;
  const client = lazyContactPointClient({ outboundAllow: "", alwaysAllow: inbox.hosts, proxy: NO_PROXY });
  await using sender = client.sender(await contactPoints.opened(id));
  const stamp = { at: new Date().toISOString(), by: BY.name };
  const nonce = crypto.randomUUID();
  const message = testMessage({
    ...stamp,
    storeId: storage.id,
    contactPointId: id,
    name: record.name,
    to: null,
    nonce,
    publicUrl,
  });
  const result = await sender.send(message, { signal: AbortSignal.timeout(INBOX_DEADLINE_MS) });
  await contactPoints.keepTest(record, testOf(result, stamp), BY);
}

/** The admin, by a roster, for what is at least an error; after ten minutes everybody who reads the inbox. */
async function putOnCall(
  { access, contactAddresses, rosters, notificationPolicies }: Storage,
  { contactPointId, timeZone }: { contactPointId: number; timeZone: string },
): Promise<void> {
  const admin = access.users().find(({ role }) => role === "admin");
  if (admin === undefined || rosters.list().length > 0) return;
  const draft = { contact_point_id: contactPointId, address: `${admin.username}@demo.invalid` };
  const { id: addressId } = await contactAddresses.add(admin.id, draft, BY);
  const address = { userId: admin.id, addressId };
  const { code } = await contactAddresses.newCode(address);
  await contactAddresses.confirm(address, code, BY);
  const layer = { name: "Everybody", user_ids: [admin.id], starts_on: "2026-01-05" };
  const roster = await rosters.create(
    rosterSchema.parse({ name: "Control room", time_zone: timeZone, layers: [layer] }),
    BY,
  );
  const steps = [
    { after_minutes: 0, to: [{ kind: "roster", id: roster.id }] },
    { after_minutes: 10, to: [{ kind: "contact_point", id: contactPointId }] },
  ];
  await notificationPolicies.create(
    policySchema.parse({
      name: "Errors, at once",
      match: { severities: ["error", "critical"] },
      group_wait_seconds: 0,
      steps,
    }),
    BY,
  );
}
