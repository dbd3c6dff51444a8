import { ownerText } from "../../domain/conversation/types.ts";
import { savedViewChangeSchema, savedViewSchema } from "../../domain/saved_view/schema.ts";
import { MOST_VIEWS, type SavedViewRecord } from "../../domain/saved_view/types.ts";
import { ownerOf } from "../assistant/owner.ts";
import { answerCreated, answerData, answerDone, answerList, answerWritten } from "../pipeline/answer.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { actorOf, type AppContext } from "../pipeline/env.ts";
import { requireRole } from "../pipeline/middleware/guard.ts";
import { answers, isDone } from "../pipeline/document/answers.ts";
import { body, idParam, listQuery, mustExist, newRoutes, present } from "../pipeline/route.ts";
import { savedView, savedViewExample } from "./views/schemas/saved_view.ts";

/** Everybody keeps views of their own; shared ones are kept by engineers. */
export function savedViewRoutes(deps: AppDeps) {
  const { savedViews } = deps.storage;
  const { storage } = deps;
  const exists = mustExist({ noun: "Saved view", find: (id) => storage.savedViews.get(id) });
  const one = { middleware: [exists], request: { params: idParam } };
  const message = isDone("View", "saved");

  /** Own and shared views exist for a caller, those of others do not. */
  const found = (c: AppContext, id: number) => {
    const view = savedViews.get(id), owner = ownerText(ownerOf(c));
    return present(view?.is_shared || view?.owner === owner ? view : undefined, { noun: "Saved view", id });
  };
  return newRoutes("Saved views")
    .handle("GET /api/saved-views", {
      may: "viewer",
      request: { query: listQuery({}) },
      operationId: "listSavedViews",
      responses: answers("The caller's own views and the shared ones", { list: savedView }),
    }, (c) => {
      const owner = ownerText(ownerOf(c));
      return answerList(c, {
        rows: savedViews.visibleTo(owner),
        query: c.req.valid("query"),
        view: (record) => savedViewView(record, owner),
      });
    })
    .handle("POST /api/saved-views", {
      may: "viewer",
      request: { body: body(savedViewSchema, savedViewExample) },
      operationId: "createSavedView",
      responses: answers(
        `The new view; a person has at most ${MOST_VIEWS.own} of their own, and ${MOST_VIEWS.shared} are shared`,
        { status: 201, data: savedView, message, refuses: ["FORBIDDEN"] },
      ),
    }, async (c, message) => {
      const draft = c.req.valid("json"), owner = ownerText(ownerOf(c));
      if (draft.is_shared) requireRole(c, "engineer");
      const created = await savedViews.create(draft, { owner, by: actorOf(c) });
      return answerCreated(c, {
        message: message(created),
        data: savedViewView(created, owner),
      });
    })
    .handle("GET /api/saved-views/{id}", {
      ...one,
      may: "viewer",
      operationId: "getSavedView",
      responses: answers("The view", { data: savedView }),
    }, (c) => answerData(c, savedViewView(found(c, c.req.valid("param").id), ownerText(ownerOf(c)))))
    .handle("PUT /api/saved-views/{id}", {
      ...one,
      may: "viewer",
      request: { params: idParam, body: body(savedViewChangeSchema, { name: "Critical events" }) },
      operationId: "updateSavedView",
      responses: answers("The changed view", { data: savedView, message, refuses: ["FORBIDDEN"] }),
    }, async (c, message) => {
      const view = found(c, c.req.valid("param").id), change = c.req.valid("json");
      if (view.is_shared || change.is_shared === true) requireRole(c, "engineer");
      const updated = await savedViews.update(view.id, change, actorOf(c));
      return answerWritten(c, {
        message: message(updated),
        data: savedViewView(updated, ownerText(ownerOf(c))),
      });
    })
    .handle("DELETE /api/saved-views/{id}", {
      ...one,
      may: "viewer",
      operationId: "deleteSavedView",
      responses: answers("Deleted", {
        message: isDone("View", "deleted"),
        of: { name: "Critical events" },
        refuses: ["FORBIDDEN"],
      }),
    }, async (c, message) => {
      const view = found(c, c.req.valid("param").id);
      if (view.is_shared) requireRole(c, "engineer");
      await savedViews.remove(view.id, actorOf(c));
      return answerDone(c, message(view));
    });
}

function savedViewView({ v: _v, owner, ...view }: SavedViewRecord, caller: string) {
  return { ...view, is_own: owner === caller };
}
