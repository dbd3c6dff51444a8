import { createRoute } from "@hono/zod-openapi";
import { userChangeSchema, userSchema } from "../domain/access/schema.ts";
import type { Issue } from "../domain/shared/refusal.ts";
import { answerCreated, answerData, answerDone, answerList, answerWritten } from "./answer.ts";
import type { AppDeps } from "./deps.ts";
import { actorOf, type AppContext } from "./env.ts";
import { alsoCheck, jsonBody } from "./middleware/json_body.ts";
import { answers } from "./document/answers.ts";
import { weakPassword } from "./new_password.ts";
import { body, idParam, integerId, listQuery, mustExist, newRoutes, present } from "./route.ts";
import { userView } from "./views/access.ts";
import { user } from "./views/schemas/access.ts";

export function userRoutes(deps: AppDeps) {
  const { access } = deps.storage;
  const found = (id: number) => present(access.user(id), { noun: "User", id });
  const table = userTable(deps);
  return newRoutes()
    .handle(
      table.list,
      (c) => answerList(c, { rows: access.users(), query: c.req.valid("query"), view: userView }),
    )
    .handle(table.create, async (c) => {
      const created = await access.createUser(c.req.valid("json"), actorOf(c));
      return answerCreated(c, { message: `User "${created.username}" is created`, data: userView(created) });
    })
    .handle(table.get, (c) => answerData(c, userView(found(c.req.valid("param").id))))
    .handle(table.update, async (c) => {
      const updated = await access.updateUser(c.req.valid("param").id, c.req.valid("json"), actorOf(c));
      return answerWritten(c, { message: `User "${updated.username}" is updated`, data: userView(updated) });
    })
    .handle(table.remove, async (c) => {
      const { id, username } = found(c.req.valid("param").id);
      await access.removeUser(id, actorOf(c));
      return answerDone(c, `User "${username}" is deleted`);
    });
}

/** A name that another user has, reported with the issues of the schema, before a password is hashed. */
function takenName({ storage }: AppDeps, { username }: Record<string, unknown>, c: AppContext): Issue[] {
  if (typeof username !== "string") return [];
  const holder = storage.access.userByName(username.normalize("NFC"));
  if (holder === undefined || holder.id === integerId(c.req.param("id"))) return [];
  return [{ path: "username", message: `User "${holder.username}" already exists; choose another name` }];
}

/** The name that the user will have. */
function nameAfter({ storage }: AppDeps, { username }: Record<string, unknown>, c: AppContext): string {
  if (typeof username === "string") return username;
  return storage.access.user(integerId(c.req.param("id")) ?? 0)?.username ?? "";
}

function userTable(deps: AppDeps) {
  const { access } = deps.storage;
  const exists = mustExist({ param: "id", noun: "User", find: (id) => access.user(id) });
  const check = alsoCheck(async (given, c) => [
    ...takenName(deps, given, c),
    ...await weakPassword(given.password, { path: "password", username: nameAfter(deps, given, c) }),
  ]);
  const tags = ["Users"];
  const one = { path: "/api/users/{id}", tags, middleware: [exists], request: { params: idParam } };
  return {
    list: createRoute({
      method: "get",
      path: "/api/users",
      tags,
      request: { query: listQuery({}) },
      operationId: "listUsers",
      responses: answers("The users, without their passwords", { list: user }),
    }),
    create: createRoute({
      method: "post",
      path: "/api/users",
      tags,
      middleware: [jsonBody(), check],
      request: {
        body: body(userSchema, { username: "anna", password: "a password of hers", role: "operator" }),
      },
      operationId: "createUser",
      responses: answers("The new user", { status: 201, data: user, message: 'User "anna" is created' }),
    }),
    get: createRoute({
      ...one,
      method: "get",
      operationId: "getUser",
      responses: answers("The user", { data: user }),
    }),
    update: createRoute({
      ...one,
      method: "put",
      middleware: [exists, jsonBody(), check],
      description: "A change of password, role or is_active ends the user's sessions immediately. " +
        "The last active admin cannot be disabled or demoted: RESOURCE_IN_USE.",
      request: { params: idParam, body: body(userChangeSchema, { role: "engineer" }) },
      operationId: "updateUser",
      responses: answers("The changed user", {
        data: user,
        message: 'User "anna" is updated',
        refuses: ["RESOURCE_IN_USE"],
      }),
    }),
    remove: createRoute({
      ...one,
      method: "delete",
      description: "Ends the user's sessions. The last active admin cannot be deleted: RESOURCE_IN_USE.",
      operationId: "deleteUser",
      responses: answers("Deleted", { message: 'User "anna" is deleted', refuses: ["RESOURCE_IN_USE"] }),
    }),
  };
}
