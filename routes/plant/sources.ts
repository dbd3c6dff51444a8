import { z } from "@hono/zod-openapi";
import { connectorOf, DEFAULT_KIND, SOURCE_KINDS } from "../../connectors/sources.ts";
import { invalid, missing, Refusal } from "../../domain/shared/refusal.ts";
import { lineText } from "../../domain/shared/schema.ts";
import {
  type SourceChange,
  sourceChangeSchema,
  type SourceDraft,
  type SourceRecord,
  sourceSchema,
  sourceTestSchema,
} from "../../domain/source/schema.ts";
import {
  type BrowseNode,
  type CollectedState,
  SOURCE_DEFAULTS,
  SOURCE_LIMITS,
} from "../../domain/source/types.ts";
import { answerData, answerWritten } from "../pipeline/answer.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { answers } from "../pipeline/document/answers.ts";
import { listOf } from "../pipeline/document/shown.ts";
import { actorOf } from "../pipeline/env.ts";
import { NounRoutes } from "../pipeline/noun_routes.ts";
import { body, idParam, oneOf } from "../pipeline/route.ts";
import { checkedConfig, checkedSources } from "./checked_sources.ts";
import { TEST_DEADLINE_MS, testedSource } from "./tested_source.ts";
import {
  browseNodeShown,
  intakeShown,
  madeSecret,
  sourceExample,
  sourceKindShown,
  sourceShown,
  sourceTestExample,
  sourceTestShown,
} from "./views/schemas/source.ts";
import { sourceView } from "./views/source.ts";

const SECRET_BYTES = 32;
const NODE_LENGTH = 2_000;

export function sourceRoutes(deps: AppDeps) {
  const { sources } = deps.storage;
  const { found, exists } = oneOf({ noun: "Source", find: (id) => sources.get(id) });
  const view = (record: SourceRecord) => sourceView(record, deps.sourceStatus(record.id));
  return new NounRoutes<SourceRecord, SourceDraft, SourceChange, typeof sourceShown.schema>({
    tag: "Configuration",
    what: "source",
    operation: { one: "Source", many: "Sources" },
    path: "/api/sources",
    records: checkedSources(deps),
    may: { read: "viewer", write: "admin" },
    shown: sourceShown,
    view,
  })
    .handle("GET /api/source-kinds", {
      may: "viewer",
      description:
        "The kinds of data source, each with the settings that it has and how a form asks for them.",
      operationId: "listSourceKinds",
      responses: answers("The kinds of data source", { data: listOf(sourceKindShown) }),
    }, (c) => answerData(c, SOURCE_KINDS.map((kind) => kindView(deps, kind))))
    .list("The data sources, without their secrets")
    .create({
      body: body(sourceSchema, sourceExample),
      description:
        "The source `default` is that of `/api/configuration`, and of its kind; the streams of any other are named " +
        "`<source>/<name>`. An instance names streams of one source.",
    })
    .handle("POST /api/sources/test", {
      may: "admin",
      request: { body: body(sourceTestSchema, sourceTestExample) },
      description: "Tests settings without storing them. A stored secret is used only with its own receiver.",
      operationId: "testUnsavedSource",
      responses: answers("What the source says of itself", {
        data: sourceTestShown,
        message: () => "The connection works",
        refuses: ["INVALID_CREDENTIALS", "CONNECTION_FAILED"],
      }),
    }, async (c, message) => {
      const given = c.req.valid("json"), config = checkedConfig(deps, given);
      const data = await testedSource(deps, await sources.settingsOf({ ...given, config }));
      return answerWritten(c, { message: message(), data });
    })
    .read({ answer: "The source, without its secrets" })
    .update({
      body: body(sourceChangeSchema, { poll_seconds: 5 }),
      description:
        "With another receiver the secrets must be entered again: they are never sent to a host that " +
        "they were not entered for.",
    })
    .remove({
      refuses: ["VALIDATION_FAILED", "RESOURCE_IN_USE"],
      description: "Its streams go with it. RESOURCE_IN_USE while instances name them.",
    })
    .handle("POST /api/sources/{id}/test", {
      may: { role: "engineer", at: "plant" },
      middleware: [exists],
      request: { params: idParam },
      operationId: "testSource",
      responses: answers("What the source says of itself", {
        data: sourceTestShown,
        message: () => "The connection works",
        refuses: ["VALIDATION_FAILED", "INVALID_CREDENTIALS", "CONNECTION_FAILED"],
      }),
    }, async (c, message) => {
      const settings = await sources.settings(found(c.req.valid("param").id).id);
      return answerWritten(c, { message: message(), data: await testedSource(deps, settings!) });
    })
    .handle("POST /api/sources/{id}/secrets/{name}", {
      may: "admin",
      middleware: [exists],
      request: {
        params: idParam.extend({
          name: lineText({ max: SOURCE_LIMITS.secretName }).openapi({
            param: { required: true, example: "key" },
          }),
        }),
      },
      description:
        "Makes a secret of those that Andon makes, such as the key of a sender, and shows it once. The one " +
        "before ends.",
      operationId: "makeSourceSecret",
      responses: answers("The secret; it is not shown again", {
        data: madeSecret,
        message: () => "The secret is made; it is shown only now",
      }),
    }, async (c, message) => {
      const { id, name } = c.req.valid("param"), { kind } = found(id);
      if (connectorOf(kind).secrets[name]?.isMade !== true) {
        throw new Refusal("NOT_FOUND", missing("secret to be made", name));
      }
      const secret = `ask_${
        crypto.getRandomValues(new Uint8Array(SECRET_BYTES)).toBase64({
          alphabet: "base64url",
          omitPadding: true,
        })
      }`;
      await sources.update(id, { secrets: { [name]: secret } }, actorOf(c));
      await deps.startSource(id);
      return answerWritten(c, { message: message(), data: { name, secret } });
    })
    .handle("GET /api/sources/{id}/intake", {
      may: "viewer",
      middleware: [exists],
      request: { params: idParam },
      description:
        "What comes in at a source that stores what machines send, and what of it is rejected. VALIDATION_FAILED for a " +
        "source that is read.",
      operationId: "getSourceIntake",
      responses: answers("What comes in", {
        data: intakeShown,
        refuses: ["NOT_FOUND", "VALIDATION_FAILED", "API_CONFIG_MISSING", "CONNECTION_FAILED"],
      }),
    }, async (c) => {
      const { id, kind } = found(c.req.valid("param").id);
      if (!connectorOf(kind).needsDisk) throw nothingArrives();
      const state = await deps.source(id).ask<CollectedState | null>({ type: "intake" });
      if (state === null) throw nothingArrives();
      return answerData(c, state);
    })
    .handle("GET /api/sources/{id}/browse", {
      may: "admin",
      middleware: [exists],
      request: {
        params: idParam,
        query: z.object({ node: lineText({ max: NODE_LENGTH }).optional().describe("Default: the root") }),
      },
      description:
        "What there is to choose from below a node of the source: topics with their last message, nodes " +
        "of a server, tables.",
      operationId: "browseSource",
      responses: answers("What is below the node", {
        data: listOf(browseNodeShown),
        refuses: ["VALIDATION_FAILED", "INVALID_CREDENTIALS", "CONNECTION_FAILED"],
      }),
    }, async (c) => {
      const { id } = found(c.req.valid("param").id), { node = null } = c.req.valid("query");
      const nodes = await deps.source(id).ask<BrowseNode[] | null>({ type: "browse", node }, {
        deadlineMs: TEST_DEADLINE_MS,
      });
      if (nodes === null) {
        throw invalid("id", "There is nothing to choose from in this source: all its streams are read");
      }
      return answerData(c, nodes.map(({ picks = [], ...browsed }) => ({ ...browsed, picks })));
    });
}

function nothingArrives(): Refusal {
  return invalid("id", "Nothing is sent to this source: Andon reads it");
}

function kindView({ storesArrivals }: AppDeps, kind: (typeof SOURCE_KINDS)[number]) {
  const { label, about, fields, secrets, place = [], defaults, capabilities, needsDisk } = connectorOf(kind);
  return {
    ...{ kind, label, about, capabilities },
    fields: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { ...field }])),
    secrets: Object.fromEntries(
      Object.entries(secrets).map(([name, { pastes = [], ...secret }]) => [name, {
        ...secret,
        pastes: [...pastes],
      }]),
    ),
    place: [...place],
    stores_arrivals: needsDisk,
    is_of_configuration: kind === DEFAULT_KIND,
    defaults: { ...SOURCE_DEFAULTS, ...defaults },
    is_available: storesArrivals || !needsDisk,
  };
}
