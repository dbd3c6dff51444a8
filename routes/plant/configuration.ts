import type { z } from "@hono/zod-openapi";
import type { SourceMessage } from "../../actors/source/contract.ts";
import {
  type ConfigurationRecord,
  configurationSchema,
  connectionTestSchema,
} from "../../domain/configuration/schema.ts";
import type { ConnectionTest, SourceSettings } from "../../domain/configuration/types.ts";
import { errorSentence, type Issue, Refusal } from "../../domain/shared/refusal.ts";
import { answerData, answerWritten } from "../pipeline/answer.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { actorOf } from "../pipeline/env.ts";
import { requireRole } from "../pipeline/middleware/guard.ts";
import { answers } from "../pipeline/document/answers.ts";
import { body, newRoutes, optionalBody } from "../pipeline/route.ts";
import { configurationView } from "./views/configuration.ts";
import {
  configuration as configurationShown,
  configurationExample,
  connectionTest,
} from "./views/schemas/configuration.ts";

const START_DEADLINE_MS = 5_000;
const TEST_DEADLINE_MS = 30_000;

export function configurationMissing(): Refusal {
  return new Refusal(
    "API_CONFIG_MISSING",
    "No data source is configured; store one with POST /api/configuration",
  );
}

export function configurationRoutes(deps: AppDeps) {
  const { configuration } = deps.storage;
  return newRoutes("Configuration")
    .handle("GET /api/configuration", {
      may: "viewer",
      operationId: "getConfiguration",
      responses: answers("The configuration, without its secret", {
        data: configurationShown,
        refuses: ["API_CONFIG_MISSING"],
      }),
    }, (c) => {
      const found = configuration.get();
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
      const saved = await configuration.save(c.req.valid("json"), actorOf(c));
      await startSource(deps);
      deps.discovery.configured();
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
        "address, region and tenant; otherwise `client_secret` is required.",
      operationId: "testConnection",
      responses: answers("The answer of the data source", {
        data: connectionTest,
        message: () => "The connection works",
        refuses: ["API_CONFIG_MISSING", "VALIDATION_FAILED", "INVALID_CREDENTIALS", "CONNECTION_FAILED"],
      }),
    }, async (c, message) => {
      const settings = await testedSettings(deps, c.req.valid("json"));
      const request: SourceMessage = { type: "test", settings };
      const test = await deps.source.ask<ConnectionTest>(request, { deadlineMs: TEST_DEADLINE_MS });
      return answerWritten(c, { message: message(), data: test });
    });
}

/** The configuration stays saved even if the source fails with it. */
async function startSource(deps: AppDeps): Promise<void> {
  try {
    await deps.source.ask({ type: "start", settings: await usableSettings(deps) }, {
      deadlineMs: START_DEADLINE_MS,
    });
  } catch (error) {
    const reason = errorSentence(error);
    deps.log("warn", "The source did not restart with the saved configuration", { reason });
  }
}

/** Null if a change of host cleared the secret. The source then pauses until there is a new one. */
async function usableSettings({ storage }: AppDeps): Promise<SourceSettings | null> {
  try {
    return await storage.configuration.settings() ?? null;
  } catch (error) {
    if (error instanceof Refusal && error.code === "VALIDATION_FAILED") return null;
    throw error;
  }
}

/** The first configuration has no stored secret to keep. */
function firstSecret({ storage }: AppDeps, given: Record<string, unknown>): Issue[] {
  const missing = storage.configuration.get() === undefined && given.client_secret === undefined;
  return missing ? [{ path: "client_secret", message: "Is required" }] : [];
}

/** What a test needs and neither the body nor the stored configuration has. */
function missingSettings({ storage }: AppDeps, given: Record<string, unknown>): Issue[] {
  if (Object.keys(given).length === 0 || storage.configuration.get() !== undefined) return [];
  return NEEDED.filter((name) => given[name] === undefined)
    .map((path) => ({ path, message: "Is required" }));
}

const NEEDED = ["client_id", "client_secret", "region", "tenant_id", "namespace_id"] as const;

/** The stored settings, with those of the body in their place. */
async function testedSettings({ storage: { configuration } }: AppDeps, given: TestedInput) {
  const stored = configuration.get();
  const settings = Object.keys(given).length === 0
    ? await configuration.settings()
    : await configuration.settingsOf(
      configurationSchema.parse({ ...stored && storedInput(stored), ...given }),
    );
  if (settings === undefined) throw configurationMissing();
  return settings;
}

function storedInput({ v: _v, kind: _kind, sealed_client_secret: _sealed, ...input }: ConfigurationRecord) {
  return input;
}

type TestedInput = z.infer<typeof connectionTestSchema>;
