import { highestRole, isAtLeast } from "../../domain/access/grants.ts";
import { hasOwnReceiver, takesAddresses } from "../../domain/contact_point/kinds.ts";
import {
  contactPointChangeSchema,
  contactPointSchema,
  storedTestSchema,
  unsavedTestSchema,
} from "../../domain/contact_point/schema.ts";
import { testMessage, testOf } from "../../domain/contact_point/test_message.ts";
import type {
  ContactPointRecord,
  ContactPointTest,
  OpenedContactPoint,
} from "../../domain/contact_point/types.ts";
import { invalid } from "../../domain/shared/refusal.ts";
import { isoFromMs } from "../../domain/shared/time.ts";
import { answerData, answerWritten } from "../pipeline/answer.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { answers } from "../pipeline/document/answers.ts";
import { actorOf, type AppContext } from "../pipeline/env.ts";
import { captureAbortSignal } from "../pipeline/middleware/capture_abort_signal.ts";
import { NounRoutes } from "../pipeline/noun_routes.ts";
import { body, idParam, oneOf, optionalBody } from "../pipeline/route.ts";
import { contactPointView, fallbackState } from "./views/contact_point.ts";
import {
  contactPointExample,
  contactPointShown,
  contactPointTestShown,
  fallbackStateShown,
} from "./views/schemas/contact_point.ts";

export function contactPointRoutes(deps: AppDeps) {
  const { contactPoints } = deps.storage;
  const { found, exists } = oneOf({ noun: "Contact point", find: (id) => contactPoints.get(id) });
  const view = (record: ContactPointRecord, c: AppContext) => {
    const actor = c.get("actor");
    const isWhole = actor !== undefined && isAtLeast(highestRole(actor), "engineer");
    return contactPointView(record, { isWhole, delivery: deps.notifier?.contactPointDelivery(record.id) });
  };
  return new NounRoutes({
    tag: "Notifications",
    what: "contact point",
    operation: { one: "ContactPoint", many: "ContactPoints" },
    path: "/api/contact-points",
    records: contactPoints,
    may: { read: "viewer", write: "admin" },
    shown: contactPointShown,
    view,
  })
    .handle("GET /api/contact-points/fallback", {
      may: "viewer",
      description:
        "The contact point that is told when nobody else is, whether its last test passed, and whether it works.",
      operationId: "getFallbackState",
      responses: answers("Whether somebody is called", { data: fallbackStateShown }),
    }, (c) => {
      const fallback = contactPoints.fallback();
      return answerData(
        c,
        fallbackState(fallback, fallback && deps.notifier?.contactPointDelivery(fallback.id)),
      );
    })
    .list("The contact points, without their secrets")
    .create({
      body: body(contactPointSchema, contactPointExample),
      description:
        "At most 100, each with a name of its own. Connections go only to addresses that OUTBOUND_ALLOW permits.",
    })
    .handle("POST /api/contact-points/test", {
      may: "admin",
      middleware: [captureAbortSignal()],
      request: {
        body: body(unsavedTestSchema, {
          config: contactPointExample.config,
          secrets: contactPointExample.secrets,
        }),
      },
      description:
        "Sends a message for real with settings that are not stored. The result becomes `last_test` of a contact point " +
        "that is then stored with exactly these settings and secrets, unless it went to the address of a person.",
      operationId: "testUnsavedContactPoint",
      responses: answers("What the receiver said", {
        data: contactPointTestShown,
        message: outcomeText,
      }),
    }, async (c, message) => {
      const given = c.req.valid("json");
      const opened = await contactPoints.openedUnsaved(given);
      const data = await tested(c, { deps, opened, to: given.to });
      contactPoints.unsavedTests.keep(opened, { test: data, to: given.to });
      return answerWritten(c, { message: message(data), data });
    })
    .read({ answer: "The contact point, without its secrets" })
    .update({
      body: body(contactPointChangeSchema, { max_per_minute: 30 }),
      description:
        "With another receiver the secrets must be entered again: they are never sent to a host that they were not " +
        "entered for. Changed settings or secrets clear `last_test`, unless they were tested before.",
    })
    .remove({ refuses: ["RESOURCE_IN_USE"] })
    .handle("POST /api/contact-points/{id}/test", {
      may: "admin",
      middleware: [exists, captureAbortSignal()],
      request: { params: idParam, body: optionalBody(storedTestSchema, {}) },
      description:
        "Sends a message for real. The result is kept as `last_test`, unless it went to the address of a person.",
      operationId: "testContactPoint",
      responses: answers("What the receiver said", {
        data: contactPointTestShown,
        message: ({ name, test }: { name: string; test: ContactPointTest }) =>
          `Contact point "${name}": ${outcomeText(test)}`,
        of: { name: contactPointExample.name, test: contactPointTestShown.example },
      }),
    }, async (c, message) => {
      const record = found(c.req.valid("param").id);
      const opened = await contactPoints.opened(record.id);
      const { to } = c.req.valid("json");
      const data = await tested(c, { deps, opened, to });
      // A test of one person's address says nothing about the contact point's own receiver.
      if (to === null || !hasOwnReceiver(record.config)) {
        await contactPoints.keepTest(record, data, actorOf(c));
      }
      return answerWritten(c, { message: message({ name: record.name, test: data }), data });
    });
}

function outcomeText({ passed }: ContactPointTest): string {
  return passed ? "the receiver took the test message" : "the test failed; see the receiver's words";
}

async function tested(
  c: AppContext,
  { deps, opened, to }: { deps: AppDeps; opened: OpenedContactPoint; to: string | null },
): Promise<ContactPointTest> {
  const { config } = opened;
  if (to !== null && !takesAddresses(config)) {
    throw invalid("to", "This contact point takes no addresses of persons");
  }
  if (to === null && !hasOwnReceiver(config)) {
    const message = "Is required: this contact point has no receiver of its own";
    throw invalid("to", message);
  }
  const by = actorOf(c).name;
  const at = isoFromMs(deps.now());
  await using sender = deps.contactPoints.sender(opened);
  const message = testMessage({
    storeId: deps.storage.id,
    contactPointId: opened.id,
    name: opened.name,
    by,
    to,
    at,
    nonce: deps.randomBytes(8).toHex(),
    publicUrl: deps.settings.publicUrl,
  });
  return testOf(await sender.send(message, { signal: c.get("left") }), { at, by });
}
