import type { SourceMessage } from "../../actors/source/contract.ts";
import { type Issue, Refusal } from "../../domain/shared/refusal.ts";
import { type ConnectionTest, DEFAULT_SOURCE } from "../../domain/source/types.ts";
import { answerData, answerWritten } from "../pipeline/answer.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { actorOf } from "../pipeline/env.ts";
import { requireRole } from "../pipeline/middleware/guard.ts";
import { answers } from "../pipeline/document/answers.ts";
import { body, newRoutes, optionalBody } from "../pipeline/route.ts";
import {
  configurationDraft,
  configurationSchema,
  configurationView,
  connectionTestSchema,
  NEEDED,
  SECRETS,
} from "./default_source.ts";
import { TEST_DEADLINE_MS } from "./tested_source.ts";
import {
  configuration as configurationShown,
  configurationExample,
  connectionTest,
} from "./views/schemas/configuration.ts";

export function configurationMissing(): Refusal {
  return new Refusal(
    "API_CONFIG_MISSING",
    "No data source is configured; store one with POST /api/configuration",
  );
}

export function configurationRoutes(deps: AppDeps) {
  const { sources } = deps.storage;
  return newRoutes("Configuration")
    .handle("GET /api/configuration", {
      may: "viewer",
      operationId: "getConfiguration",
      responses: answers("The configuration, without its secret", {
        data: configurationShown,
        refuses: ["API_CONFIG_MISSING"],
      }),
    }, (c) => {
      const found = sources.default();
      if (found === undefined) throw configurationMissing();
      return answerData(c, configurationView(found));
    })
    .handle("POST /api/configuration", {
      may: "admin",
      check: (given) => firstSecret(deps, given),
      request: { body: body(configurationSchema, configurationExample) },
      operationId: "saveConfiguration",
      responses: answers("The saved configuration", {
        data: configurationShown,
        message: () => "The configuration is saved",
      }),
    }, async (c, message) => {
      const saved = await sources.saveDefault(configurationDraft(c.req.valid("json")), actorOf(c));
      await deps.startSource(DEFAULT_SOURCE);
      deps.discovery.configured(DEFAULT_SOURCE);
      return answerWritten(c, { message: message(), data: configurationView(saved) });
    })
    .handle("POST /api/test-connection", {
      may: { role: "engineer", at: "plant" },
      check: (given, c) => {
        // Settings of one's own make Andon call an address of one's own, as storing them does.
        if (Object.keys(given).length > 0) requireRole(c, "admin");
        return missingSettings(deps, given);
      },
      request: { body: optionalBody(connectionTestSchema, configurationExample) },
      description:
        "Without a body, tests the stored configuration. A body holds settings to test without storing them; " +
        "omitted ones are as stored. That needs the role admin. The stored secret is used only with the stored " +
        "receiver of it; otherwise it is required.",
      operationId: "testConnection",
      responses: answers("The answer of the data source", {
        data: connectionTest,
        message: () => "The connection works",
        refuses: ["API_CONFIG_MISSING", "VALIDATION_FAILED", "INVALID_CREDENTIALS", "CONNECTION_FAILED"],
      }),
    }, async (c, message) => {
      const settings = await testedSettings(deps, c.req.valid("json"));
      const request: SourceMessage = { type: "test", settings };
      const { facts: _, info, ...test } = await deps.source(DEFAULT_SOURCE).ask<ConnectionTest>(request, {
        deadlineMs: TEST_DEADLINE_MS,
      });
      return answerWritten(c, {
        message: message(),
        data: connectionTest.schema.parse({ ...test, ...info }),
      });
    });
}

/** The first configuration has no stored secret to keep. */
function firstSecret({ storage }: AppDeps, given: Record<string, unknown>): Issue[] {
  const missing = storage.sources.default() === undefined &&
    SECRETS.some((name) => given[name] === undefined);
  return missing ? SECRETS.map((path) => ({ path, message: "Is required" })) : [];
}

/** What a test needs and neither the body nor the stored configuration has. */
function missingSettings({ storage }: AppDeps, given: Record<string, unknown>): Issue[] {
  if (Object.keys(given).length === 0 || storage.sources.default() !== undefined) return [];
  return NEEDED.filter((name) => given[name] === undefined)
    .map((path) => ({ path, message: "Is required" }));
}

/** The stored settings, with those of the body in their place. */
async function testedSettings({ storage: { sources } }: AppDeps, given: Readonly<Record<string, unknown>>) {
  const stored = sources.default();
  if (Object.keys(given).length === 0) {
    const settings = await sources.settings();
    if (settings === undefined) throw configurationMissing();
    return settings;
  }
  const draft = configurationDraft({ ...stored && configurationView(stored), ...given });
  return await sources.settingsOf({ id: stored === undefined ? null : DEFAULT_SOURCE, ...draft }, "");
}
