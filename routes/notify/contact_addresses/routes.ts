import { z } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { isAllowedMail, readAddress } from "../../../domain/contact_address/address.ts";
import { CONTACT_ADDRESS_LIMITS } from "../../../domain/contact_address/limits.ts";
import {
  addressCodeSchema,
  contactPreferencesSchema,
  type NewContactAddress,
  newContactAddressSchema,
} from "../../../domain/contact_address/schema.ts";
import type { LimitDecision } from "../../../domain/rate_limit/types.ts";
import { invalid, Refusal } from "../../../domain/shared/refusal.ts";
import { answerCreated, answerData, answerDone, answerWritten } from "../../pipeline/answer.ts";
import type { AppDeps } from "../../pipeline/deps.ts";
import { answers } from "../../pipeline/document/answers.ts";
import { actorOf, type AppContext, type AppEnv } from "../../pipeline/env.ts";
import { ownUser } from "../../people/own_user.ts";
import {
  body,
  idParam,
  integerId,
  mustExist,
  newRoutes,
  notFound,
  pathId,
  present,
} from "../../pipeline/route.ts";
import { addressView, contactAddressesView } from "../views/contact_addresses.ts";
import { contactAddress, contactAddresses } from "../views/schemas/contact_addresses.ts";
import { codeMessage } from "./code_message.ts";
import type { AddressOf } from "../../../storage/contact_addresses.ts";

const SEND_MS = 30_000;

/** How users are reached: everybody's own addresses, which admins see and remove. */
export function contactAddressRoutes(deps: AppDeps) {
  const { contactAddresses: stored } = deps.storage;
  const { storage } = deps;
  const { addresses, codeMs, tries, codesPerHour } = CONTACT_ADDRESS_LIMITS;
  const path = "/api/auth/contact-addresses";
  const isOwn: MiddlewareHandler<AppEnv> = async (c, next) => {
    const { userId, addressId } = ownAddress(c);
    const found = storage.contactAddresses.of(userId)?.addresses.some(({ id }) => id === addressId);
    if (!found) throw notFound("Address", { id: c.req.param("address_id") });
    await next();
  };
  const one = { middleware: [isOwn], request: { params: z.object({ address_id: pathId(1) }) } };
  const exists = mustExist({ noun: "User", find: (id) => storage.access.user(id) });
  const hasAddress: MiddlewareHandler<AppEnv> = async (c, next) => {
    const userId = integerId(c.req.param("id")) ?? 0, addressId = integerId(c.req.param("address_id"));
    const found = storage.contactAddresses.of(userId)?.addresses.some(({ id }) => id === addressId);
    if (!found) throw notFound("Address", { id: c.req.param("address_id") });
    await next();
  };

  const ofUser = (userId: number) => contactAddressesView(userId, deps);
  return newRoutes("Notifications")
    .handle(`GET ${path}`, {
      may: "viewer",
      description: "NOT_FOUND for an API key.",
      operationId: "getOwnContactAddresses",
      responses: answers("How you are reached", { data: contactAddresses, refuses: ["NOT_FOUND"] }),
    }, (c) => answerData(c, ofUser(ownId(c))))
    .handle(`PUT ${path}`, {
      may: "viewer",
      request: { body: body(contactPreferencesSchema, { time_zone: "Europe/Berlin", order: [2, 1] }) },
      description:
        "Quiet hours hold what is not critical until their end. The addresses are tried in their order: the next " +
        "one when the one before fails for good.",
      operationId: "changeOwnContactAddresses",
      responses: answers("How you are reached", {
        data: contactAddresses,
        message: () => "How you are reached is saved",
        refuses: ["NOT_FOUND"],
      }),
    }, async (c, message) => {
      await stored.change(ownId(c), c.req.valid("json"), actorOf(c));
      return answerWritten(c, { message: message(), data: ofUser(ownId(c)) });
    })
    .handle(`POST ${path}`, {
      may: "viewer",
      request: { body: body(newContactAddressSchema, { contact_point_id: 2, address: "anna@example.com" }) },
      description:
        `At most ${addresses} addresses. No message goes to an address until it is confirmed. Mail addresses need ` +
        "a domain of the plant's `notification_mail_domains`, if that list is not empty.",
      operationId: "addOwnContactAddress",
      responses: answers("The new address", {
        status: 201,
        data: contactAddress,
        message: () => "The address gets messages once it is confirmed",
        refuses: ["NOT_FOUND"],
      }),
    }, async (c, message) => {
      const given = usable(c.req.valid("json"), deps);
      const data = addressView(await stored.add(ownId(c), given, actorOf(c)), deps);
      return answerCreated(c, { message: message(), data });
    })
    .handle(`POST ${path}/{address_id}/code`, {
      ...one,
      may: "viewer",
      description:
        `Sends a code of six digits, which counts for ${
          codeMs / 60_000
        } minutes and ${tries} tries, in place of ` +
        `the one before. A user gets a code a minute and ${codesPerHour} an hour at most.`,
      operationId: "sendContactAddressCode",
      responses: answers("Sent", {
        message: () => "A code is sent to the address",
        refuses: ["VALIDATION_FAILED", "CONNECTION_FAILED", "RATE_LIMITED"],
      }),
    }, async (c, message) => {
      await sendCode(c, deps);
      return answerDone(c, message());
    })
    .handle(`POST ${path}/{address_id}/confirm`, {
      ...one,
      may: "viewer",
      request: { ...one.request, body: body(addressCodeSchema, { code: "012345" }) },
      operationId: "confirmContactAddress",
      responses: answers("The confirmed address", {
        data: contactAddress,
        message: () => "The address is confirmed",
        refuses: ["NOT_FOUND"],
      }),
    }, async (c, message) => {
      const confirmed = await stored.confirm(ownAddress(c), c.req.valid("json").code, actorOf(c));
      return answerWritten(c, { message: message(), data: addressView(confirmed, deps) });
    })
    .handle(`DELETE ${path}/{address_id}`, {
      ...one,
      may: "viewer",
      operationId: "removeOwnContactAddress",
      responses: answers("Removed", { message: () => "The address is removed", refuses: ["NOT_FOUND"] }),
    }, async (c, message) => {
      await stored.remove(ownAddress(c), actorOf(c));
      return answerDone(c, message());
    })
    .handle("GET /api/users/{id}/contact-addresses", {
      may: "admin",
      middleware: [exists],
      request: { params: idParam },
      operationId: "getContactAddresses",
      responses: answers("How the user is reached", { data: contactAddresses }),
    }, (c) => answerData(c, ofUser(c.req.valid("param").id)))
    .handle("DELETE /api/users/{id}/contact-addresses/{address_id}", {
      may: "admin",
      middleware: [exists, hasAddress],
      request: { params: idParam.extend({ address_id: pathId(1) }) },
      operationId: "removeContactAddress",
      responses: answers("Removed", { message: () => "The address is removed" }),
    }, async (c, message) => {
      const { id, address_id } = c.req.valid("param");
      await stored.remove({ userId: id, addressId: address_id }, actorOf(c));
      return answerDone(c, message());
    });
}

function ownId(c: AppContext): number {
  const id = ownUser(c)?.id;
  if (id !== undefined) return id;
  throw new Refusal("NOT_FOUND", "Only a person has addresses; sign in as yourself");
}

function ownAddress(c: AppContext): AddressOf {
  return { userId: ownId(c), addressId: integerId(c.req.param("address_id")) ?? 0 };
}

/** The address in the form that its contact point takes. */
function usable(
  { contact_point_id, address }: NewContactAddress,
  { storage, personalContactPoints }: Pick<AppDeps, "storage" | "personalContactPoints">,
): NewContactAddress {
  const point = personalContactPoints?.list().find(({ id }) => id === contact_point_id);
  if (point === undefined) {
    throw invalid(
      "contact_point_id",
      `Contact point ${contact_point_id} does not exist or reaches no persons`,
    );
  }
  const read = readAddress(address, point.takes);
  if (read === undefined) {
    throw invalid(
      "address",
      point.takes === "mail"
        ? "Must be a mail address such as anna@example.com"
        : "Must be a telephone number such as +4930123456",
    );
  }
  const domains = storage.plantSettings.get().notification_mail_domains;
  if (!isAllowedMail(read, domains)) {
    throw invalid("address", `Mail goes to these domains only: ${domains.join(", ")}; ask an administrator`);
  }
  return { contact_point_id, address: read };
}

/** CONNECTION_FAILED with the receiver's words when the contact point does not take the message. */
async function sendCode(c: AppContext, { storage, personalContactPoints, now }: AppDeps): Promise<void> {
  const { userId, addressId } = ownAddress(c);
  const stored = storage.contactAddresses.of(userId)?.addresses.find(({ id }) => id === addressId);
  const { contact_point_id, address: to } = present(stored, { noun: "Address", id: addressId });
  usable({ contact_point_id, address: to }, { storage, personalContactPoints });
  const { code, address } = await storage.contactAddresses.newCode({ userId, addressId }).catch((error) => {
    throw limited(c, error);
  });
  const message = codeMessage(address, { code, storeId: storage.id, userId, now: now() });
  const sent = await personalContactPoints?.send(contact_point_id, message, {
    signal: AbortSignal.timeout(SEND_MS),
  });
  if (sent?.outcome === "accepted" || sent?.outcome === "delivered") return;
  const reason = sent?.words ?? "The contact point does not exist";
  throw new Refusal("CONNECTION_FAILED", `The code could not be sent: ${reason}`, { reason });
}

/** States the limit of codes in the answer's headers. */
function limited(c: AppContext, error: unknown): unknown {
  if (!(error instanceof Refusal) || error.code !== "RATE_LIMITED") return error;
  const decision: LimitDecision = {
    scope: "address_code",
    allowed: false,
    limit: CONTACT_ADDRESS_LIMITS.codesPerHour,
    windowSeconds: 3_600,
    remaining: 0,
    resetSeconds: Number(error.details.retry_after_seconds),
  };
  c.set("rateDecisions", [...c.get("rateDecisions") ?? [], decision]);
  return error;
}
