import { z } from "@hono/zod-openapi";
import { userChangeSchema, type UserRecord, userSchema } from "../../domain/access/schema.ts";
import type { Issue } from "../../domain/shared/refusal.ts";
import { answerCreated, answerData, answerDone, answerList, answerWritten } from "../pipeline/answer.ts";
import { counted } from "../pipeline/counts.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { actorOf, type AppContext } from "../pipeline/env.ts";
import type { BodyCheck } from "../pipeline/middleware/json_body.ts";
import { answers } from "../pipeline/document/answers.ts";
import { weakPassword } from "./new_password.ts";
import { described, flag } from "../pipeline/query.ts";
import { unknownAreas } from "../pipeline/references.ts";
import { body, idParam, integerId, listQuery, newRoutes, oneOf } from "../pipeline/route.ts";
import { userView as viewOf } from "./views/access.ts";
import { user } from "./views/schemas/access.ts";

export function userRoutes(deps: AppDeps) {
  const { access, desks, secondFactors } = deps.storage;
  const userView = (record: UserRecord) => {
    const factors = secondFactors.of(record.id), hasDeskPin = desks.pin(record.id) !== undefined;
    return viewOf(record, { factors, hasDeskPin });
  };
  const { found, exists } = oneOf({ noun: "User", find: (id) => access.user(id) });
  const check: BodyCheck = async (given, c) => [
    ...takenName(deps, given, c),
    ...areaIssues(deps, given, c),
    ...await weakPassword(given.password, { path: "password", username: nameAfter(deps, given, c) }),
  ];
  const one = { middleware: [exists], request: { params: idParam } };
  return newRoutes("Users")
    .handle("GET /api/users", {
      may: "admin",
      request: { query: listQuery({}) },
      operationId: "listUsers",
      responses: answers("The users, without their passwords", { list: user }),
    }, (c) => answerList(c, { rows: access.users(), query: c.req.valid("query"), view: userView }))
    .handle("POST /api/users", {
      may: "admin",
      check,
      request: {
        body: body(userSchema, { username: "anna", password: "a password of hers", role: "operator" }),
      },
      operationId: "createUser",
      responses: answers("The new user", {
        status: 201,
        data: user,
        message: ({ username }: { username: string }) => `User "${username}" is created`,
      }),
    }, async (c, message) => {
      const created = await access.createUser(c.req.valid("json"), actorOf(c));
      return answerCreated(c, { message: message(created), data: userView(created) });
    })
    .handle("GET /api/users/{id}", {
      ...one,
      may: "admin",
      operationId: "getUser",
      responses: answers("The user", { data: user }),
    }, (c) => answerData(c, userView(found(c.req.valid("param").id))))
    .handle("PUT /api/users/{id}", {
      ...one,
      may: "admin",
      check,
      description:
        "A change of password, role, is_active or shared_desk ends the user's sessions immediately; changed grants " +
        "count from the next request on. " +
        "`end_keys` also ends the user's API keys, at most 50 at once; without it they go on working. The last " +
        "active admin cannot be disabled or demoted: RESOURCE_IN_USE.",
      request: { params: idParam, body: body(userChangeSchema, { role: "engineer" }) },
      operationId: "updateUser",
      responses: answers("The changed user", {
        data: user,
        message: (done: Ended) => `User "${done.username}" is updated${endedText(done)}`,
        of: { username: "anna", keys: 0 },
        refuses: ["RESOURCE_IN_USE"],
      }),
    }, async (c, message) => {
      const { id } = c.req.valid("param");
      const change = c.req.valid("json");
      const owned = access.apiKeys.ownedBy(id).length;
      const updated = await access.updateUser(id, change, actorOf(c));
      const { username } = updated, keys = change.end_keys ? owned : 0;
      return answerWritten(c, { message: message({ username, keys }), data: userView(updated) });
    })
    .handle("DELETE /api/users/{id}", {
      ...one,
      may: "admin",
      request: {
        params: idParam,
        query: z.object({
          keep_keys: described(
            flag(),
            "true: the user's API keys go on working, without an owner. Default: false",
          ),
        }),
      },
      description:
        "Ends the user's sessions and, unless `keep_keys` is true, the user's API keys; the message says " +
        "how many. RESOURCE_IN_USE for the last active admin, and if more than 50 keys would end.",
      operationId: "deleteUser",
      responses: answers("Deleted", {
        message: (done: Ended) => `User "${done.username}" is deleted${endedText(done)}`,
        of: { username: "anna", keys: 0 },
        refuses: ["RESOURCE_IN_USE"],
      }),
    }, async (c, message) => {
      const { id, username } = found(c.req.valid("param").id);
      const { keep_keys: keepKeys = false } = c.req.valid("query");
      const owned = access.apiKeys.ownedBy(id).length;
      await access.removeUser(id, actorOf(c), { keepKeys });
      return answerDone(c, message({ username, keys: keepKeys ? 0 : owned }));
    })
    .handle("DELETE /api/users/{id}/second-factors", {
      ...one,
      may: "admin",
      description:
        "Removes the user's passkeys, code generator and recovery codes, and ends the user's sessions.",
      operationId: "resetSecondFactors",
      responses: answers("Removed", {
        message: ({ username }: { username: string }) => `The second factors of "${username}" are removed`,
        of: { username: "anna" },
      }),
    }, async (c, message) => {
      const { id, username } = found(c.req.valid("param").id);
      await secondFactors.reset(id, actorOf(c));
      return answerDone(c, message({ username }));
    });
}

/** A user, and how many of the user's API keys have ended. */
interface Ended {
  username: string;
  keys: number;
}

function endedText({ keys }: Ended): string {
  return keys === 0 ? "" : `; ${counted(keys, "API key")} ${keys === 1 ? "has" : "have"} ended`;
}

/** A name that another user has, reported with the issues of the schema, before a password is hashed. */
function takenName(
  { storage: { access } }: AppDeps,
  { username }: Record<string, unknown>,
  c: AppContext,
): Issue[] {
  if (typeof username !== "string") return [];
  const ownId = integerId(c.req.param("id")), name = username.normalize("NFC");
  const isUnchanged = ownId !== undefined && access.user(ownId)?.username === name;
  const message = isUnchanged ? undefined : access.nameProblem(name, ownId);
  return message === undefined ? [] : [{ path: "username", message }];
}

/** The areas in grants that do not exist. Those of an identity provider's user are not set here. */
function areaIssues({ storage }: AppDeps, { grants }: Record<string, unknown>, c: AppContext): Issue[] {
  const user = storage.access.user(integerId(c.req.param("id")) ?? 0);
  return user?.identity === undefined ? unknownAreas(storage, grants) : [];
}

/** The name that the user will have. */
function nameAfter({ storage }: AppDeps, { username }: Record<string, unknown>, c: AppContext): string {
  if (typeof username === "string") return username;
  return storage.access.user(integerId(c.req.param("id")) ?? 0)?.username ?? "";
}
