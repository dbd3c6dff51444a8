import { z } from "@hono/zod-openapi";
import { SHARED_WINDOW_MS, type SharedAddresses } from "../../domain/rate_limit/shared_addresses.ts";
import { answerData } from "../pipeline/answer.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { answers } from "../pipeline/document/answers.ts";
import { count, shown } from "../pipeline/document/shown.ts";
import { newRoutes } from "../pipeline/route.ts";

const MINUTES = SHARED_WINDOW_MS / 60_000;
const MOST_SHOWN = 100;

/** The route that tells an administrator who shares an allowance. Only admins see addresses of people. */
export function rateLimitRoutes({ settings, now }: AppDeps, shared: SharedAddresses) {
  return newRoutes("Service").handle("GET /api/rate-limits", {
    may: "admin",
    operationId: "getRateLimits",
    responses: answers("The rate limits, and the addresses whose allowance several people share", {
      data: rateLimits,
    }),
  }, (c) => {
    const addresses = shared.shared(now());
    return answerData(c, {
      counted_by: settings.rateLimitBy,
      limits: settings.rateLimits,
      shared_addresses: addresses.slice(0, MOST_SHOWN),
      shared_addresses_total: addresses.length,
    });
  });
}

const perMinute = (what: string) => count().nullable().describe(`${what} a minute; null: no limit`);

const rateLimits = shown(
  "RateLimits",
  z.strictObject({
    counted_by: z.enum(["address", "person"]).describe("`RATE_LIMIT_BY`: to what a request counts"),
    limits: z.strictObject({
      default: perMinute("Requests"),
      ai: perMinute("Requests to one AI provider"),
      heavy: perMinute("Discoveries, bulk operations and other expensive requests"),
    }),
    shared_addresses: z.array(z.strictObject({
      address: z.string().describe("An IPv4 address or the /64 of an IPv6 address"),
      people: z.int().min(2).describe("Signed-in users who sent requests from it"),
      refused: count().describe("Requests that its limit refused"),
    })).describe(
      `Of the last ${MINUTES} to ${
        2 * MINUTES
      } minutes, at most ${MOST_SHOWN}, those of most people first. Empty where ` +
        "each person has an allowance",
    ),
    shared_addresses_total: count(),
  }),
  {
    counted_by: "address",
    limits: { default: 100, ai: 20, heavy: 10 },
    shared_addresses: [{ address: "10.0.0.7", people: 4, refused: 12 }],
    shared_addresses_total: 1,
  },
);
