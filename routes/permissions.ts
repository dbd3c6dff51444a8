import type { Role } from "../domain/access/types.ts";

/** The access of a route: public, or the lowest role that may call it. */
export type Access = "public" | Role;

/** The permissions of all routes. A route under `/api` or `/files` that is missing here stops the app from starting. */
export const PERMISSIONS: Readonly<Record<string, Access>> = {
  "GET /api/openapi.json": "public",
  "POST /api/auth/login": "public",
  "GET /api/auth/session": "public",
  "GET /api/auth/sign-in-options": "public",
  "POST /api/auth/login/code": "public",
  "POST /api/auth/login/passkey": "public",
  "POST /api/auth/login/passkey/options": "public",
  // They check by themselves who asks: a sign-in that must set up a factor has no session yet.
  "POST /api/auth/second-factors/code": "public",
  "POST /api/auth/second-factors/code/begin": "public",
  "POST /api/auth/second-factors/passkeys": "public",
  "POST /api/auth/second-factors/passkeys/options": "public",
  "GET /api/auth/second-factors": "viewer",
  "POST /api/auth/second-factors/recovery-codes": "viewer",
  "POST /api/auth/second-factors/remove": "viewer",
  "GET /api/auth/desk-people": "viewer",
  "POST /api/auth/desk-confirmations": "viewer",
  "POST /api/auth/desk-confirmations/passkey": "viewer",
  "POST /api/auth/desk-confirmations/passkey/options": "viewer",
  "DELETE /api/auth/desk-confirmations": "viewer",
  "GET /api/auth/desk-pin": "viewer",
  "PUT /api/auth/desk-pin": "viewer",
  "DELETE /api/auth/desk-pin": "viewer",
  "POST /api/auth/logout": "viewer",
  "POST /api/auth/password": "viewer",
  "GET /api/auth/sessions": "viewer",
  "DELETE /api/auth/sessions/:session_id": "viewer",
  "PUT /api/auth/profile": "viewer",
  "GET /api/people": "viewer",
  "GET /api/auth/contact-addresses": "viewer",
  "PUT /api/auth/contact-addresses": "viewer",
  "POST /api/auth/contact-addresses": "viewer",
  "POST /api/auth/contact-addresses/:address_id/code": "viewer",
  "POST /api/auth/contact-addresses/:address_id/confirm": "viewer",
  "DELETE /api/auth/contact-addresses/:address_id": "viewer",
  "GET /api/users/:id/contact-addresses": "admin",
  "DELETE /api/users/:id/contact-addresses/:address_id": "admin",

  "GET /api/screens": "admin",
  "POST /api/screens": "admin",
  "GET /api/screens/pairing": "public",
  "POST /api/screens/pairing": "public",
  "GET /api/screens/:id": "admin",
  "PUT /api/screens/:id": "admin",
  "DELETE /api/screens/:id": "admin",

  "GET /api/users": "admin",
  "POST /api/users": "admin",
  "GET /api/users/:id": "admin",
  "PUT /api/users/:id": "admin",
  "DELETE /api/users/:id": "admin",
  "DELETE /api/users/:id/second-factors": "admin",
  "DELETE /api/users/:id/desk-pin": "admin",
  "GET /api/users/:id/sessions": "admin",
  "DELETE /api/users/:id/sessions": "admin",
  "DELETE /api/users/:id/sessions/:session_id": "admin",

  "GET /api/keys": "admin",
  "POST /api/keys": "admin",
  "GET /api/keys/:id": "admin",
  "PUT /api/keys/:id": "admin",
  "DELETE /api/keys/:id": "admin",

  "GET /api/identity-providers": "admin",
  "POST /api/identity-providers": "admin",
  "GET /api/identity-providers/:id": "admin",
  "PUT /api/identity-providers/:id": "admin",
  "DELETE /api/identity-providers/:id": "admin",
  "POST /api/identity-providers/:id/test": "admin",

  "GET /api/contact-points": "viewer",
  "GET /api/contact-points/fallback": "viewer",
  "POST /api/contact-points": "admin",
  "POST /api/contact-points/test": "admin",
  "GET /api/contact-points/:id": "viewer",
  "PUT /api/contact-points/:id": "admin",
  "DELETE /api/contact-points/:id": "admin",
  "POST /api/contact-points/:id/test": "admin",

  "GET /api/areas": "viewer",
  "POST /api/areas": "admin",
  "GET /api/areas/:id": "viewer",
  "PUT /api/areas/:id": "admin",
  "DELETE /api/areas/:id": "admin",

  "GET /api/configuration": "viewer",
  "POST /api/configuration": "admin",
  "POST /api/test-connection": "engineer",
  "GET /api/plant-settings": "viewer",
  "PUT /api/plant-settings": "admin",

  "POST /api/discover-assets": "engineer",
  "GET /api/discovery": "viewer",
  "GET /api/monitored-assets": "viewer",
  "GET /api/streams/active": "viewer",
  "GET /api/streams/:id": "viewer",
  "GET /api/streams/:id/data": "viewer",
  "GET /api/trends": "viewer",
  "GET /api/system-tags": "viewer",
  "GET /api/processes": "viewer",

  "GET /api/packages": "viewer",
  "POST /api/packages": "engineer",
  "POST /api/packages/import": "engineer",
  "GET /api/packages/:package_id/export": "viewer",
  "GET /api/packages/:package_id": "viewer",
  "PUT /api/packages/:package_id": "engineer",
  "DELETE /api/packages/:package_id": "engineer",
  "GET /api/packages/:package_id/templates": "viewer",
  "POST /api/packages/:package_id/templates": "engineer",

  "GET /api/templates": "viewer",
  "POST /api/templates": "engineer",
  "GET /api/templates/:id": "viewer",
  "PUT /api/templates/:id": "engineer",
  "DELETE /api/templates/:id": "engineer",
  "GET /api/templates/:id/versions": "viewer",
  "POST /api/templates/:id/versions": "engineer",
  "GET /api/templates/:id/versions/:version": "viewer",
  "DELETE /api/templates/:id/versions/:version": "engineer",
  "POST /api/templates/:id/versions/:version/release": "engineer",
  "POST /api/templates/:id/versions/:version/upgrade": "engineer",
  "POST /api/templates/:id/backtest": "engineer",
  "POST /api/backtests": "engineer",

  "GET /api/template-instances/:template_id": "viewer",
  "POST /api/template-instances": "engineer",
  "GET /api/instances": "viewer",
  "POST /api/instances": "engineer",
  "GET /api/instances/:id": "viewer",
  "GET /api/instances/:id/coverage": "viewer",
  "GET /api/instances/:id/explain": "viewer",
  "PUT /api/instances/:id": "engineer",
  "DELETE /api/instances/:id": "engineer",
  "POST /api/instances/bulk": "engineer",
  "POST /api/instances/bulk-deploy": "engineer",
  "POST /api/instances/bulk-undeploy": "engineer",
  "POST /api/instances/bulk-delete": "engineer",
  "POST /api/instances/:id/deploy": "engineer",
  "POST /api/instances/:id/undeploy": "engineer",
  "POST /api/instances/:id/backfill": "engineer",

  "GET /api/rule-events/active": "viewer",
  "GET /api/rule-events/history": "viewer",
  "GET /api/rule-events": "viewer",
  "GET /api/rule-events/:id": "viewer",
  "POST /api/rule-events/bulk-acknowledge": "operator",
  "PUT /api/rule-events/:id": "operator",
  "POST /api/rule-events/:id/close": "operator",
  "POST /api/rule-events/:id/acknowledge": "operator",
  "POST /api/rule-events/:id/shelve": "operator",
  "POST /api/rule-events/:id/unshelve": "operator",
  "GET /api/rule-events/:id/comments": "viewer",
  "POST /api/rule-events/:id/comments": "operator",
  "DELETE /api/rule-events/:id": "engineer",

  "GET /api/shelves": "viewer",
  "GET /api/comments": "viewer",
  "GET /api/coverage": "viewer",

  "GET /api/event-wall-data": "viewer",
  "GET /api/alarm-statistics": "viewer",
  "POST /api/alarm-statistics/advice": "engineer",
  "GET /api/context-data": "viewer",

  "GET /api/ai-providers": "viewer",
  "POST /api/ai-providers": "admin",
  "GET /api/ai-providers/:provider_id": "viewer",
  "PUT /api/ai-providers/:provider_id": "admin",
  "DELETE /api/ai-providers/:provider_id": "admin",
  "POST /api/ai-providers/:provider_id/test": "admin",
  "GET /api/ai-providers/:provider_id/instructions": "viewer",
  "POST /api/ai-providers/:provider_id/conversation": "operator",
  "GET /api/conversation-logs/:provider_id": "operator",
  "DELETE /api/conversation-logs/:provider_id": "admin",
  "GET /api/function-call-logs/:provider_id": "operator",
  "GET /api/api-usage-logs/:provider_id": "operator",
  "GET /api/raw-logs/:provider_id": "operator",

  "GET /api/assistant-types": "viewer",
  "POST /api/assistant-types": "admin",
  "GET /api/assistant-types/:id": "viewer",
  "PUT /api/assistant-types/:id": "admin",
  "DELETE /api/assistant-types/:id": "admin",

  "GET /api/plant-model": "viewer",
  "POST /api/plant-model": "engineer",
  "GET /api/plant-model/:floc_id": "viewer",
  "PUT /api/plant-model/:floc_id": "engineer",
  "DELETE /api/plant-model/:floc_id": "engineer",

  "GET /api/saved-views": "viewer",
  "POST /api/saved-views": "viewer",
  "GET /api/saved-views/:id": "viewer",
  "PUT /api/saved-views/:id": "viewer",
  "DELETE /api/saved-views/:id": "viewer",

  "GET /api/notification-people": "engineer",
  "GET /api/notification-policies": "viewer",
  "POST /api/notification-policies": "engineer",
  "PUT /api/notification-policies/order": "engineer",
  "POST /api/notification-policies/preview": "engineer",
  "GET /api/notification-policies/:id": "viewer",
  "PUT /api/notification-policies/:id": "engineer",
  "DELETE /api/notification-policies/:id": "engineer",

  "GET /api/notification-drills": "viewer",
  "POST /api/notification-drills": "engineer",

  "GET /api/teams": "viewer",
  "POST /api/teams": "engineer",
  "GET /api/teams/:id": "viewer",
  "PUT /api/teams/:id": "engineer",
  "DELETE /api/teams/:id": "engineer",
  "GET /api/rosters": "viewer",
  "POST /api/rosters": "engineer",
  "GET /api/rosters/:id": "viewer",
  "PUT /api/rosters/:id": "engineer",
  "DELETE /api/rosters/:id": "engineer",
  "GET /api/rosters/:id/shifts": "viewer",
  "GET /api/rosters/:id/overrides": "viewer",
  "POST /api/rosters/:id/overrides": "operator",
  "DELETE /api/rosters/:id/overrides/:override_id": "operator",
  "POST /api/rosters/:id/calendar": "viewer",
  "DELETE /api/rosters/:id/calendar": "viewer",
  "DELETE /api/rosters/:id/calendars": "engineer",
  // Calendar programs have no session; the token of the address is checked.
  "GET /files/rosters/:file": "public",

  "GET /api/heartbeat-status": "viewer",
  "GET /api/heartbeats": "viewer",
  "POST /api/heartbeats": "engineer",
  "GET /api/heartbeats/:name": "viewer",
  // Other systems have no session; the token of the address is checked.
  "POST /api/heartbeats/:name": "public",
  "PUT /api/heartbeats/:name": "engineer",
  "DELETE /api/heartbeats/:name": "engineer",
  "POST /api/heartbeats/:name/address": "engineer",

  "GET /api/audit-log": "admin",
  "GET /api/audit-log/head": "admin",
  "GET /api/audit-log/verify": "admin",
  "GET /files/audit-log.jsonl": "admin",

  "GET /api/notification-log": "operator",
  "GET /api/rule-events/:id/notifications": "operator",

  "GET /api/ws": "viewer",
};

/** Paths that need sign-in and are limited: the API, and files for which its envelope does not fit. */
export function isGuardedPath(path: string): boolean {
  return path.startsWith("/api/") || path.startsWith("/files/");
}

/**
 * Where the thing stands that a route acts on; the caller needs the role there.
 * - `plant`: everywhere, so only a role in the whole plant counts.
 * - `anywhere`: nowhere, since nothing of the plant changes; the role in any area is enough.
 * - `event`, `instance`, `node`: at the plant node of what the path names, and at the one that the body moves it to.
 * - `shelf`: at the plant node of the instance whose event the path names.
 * - `new_instance`, `new_node`: at the plant node that the body names.
 * - `named_instance`: at the plant node of the instance that the body names.
 * - `items`: each item of the body at its own plant node; the others are carried out.
 */
export type Place =
  | "plant"
  | "anywhere"
  | "event"
  | "shelf"
  | "instance"
  | "new_instance"
  | "named_instance"
  | "node"
  | "new_node"
  | "items";

/** The places of all routes for operators and engineers. Routes for admins act on the whole plant. */
export const PLACES: Readonly<Record<string, Place>> = {
  "POST /api/test-connection": "plant",
  "POST /api/discover-assets": "plant",

  "POST /api/packages": "plant",
  "POST /api/packages/import": "plant",
  "PUT /api/packages/:package_id": "plant",
  "DELETE /api/packages/:package_id": "plant",
  "POST /api/packages/:package_id/templates": "plant",
  "POST /api/templates": "plant",
  "PUT /api/templates/:id": "plant",
  "DELETE /api/templates/:id": "plant",
  "POST /api/templates/:id/versions": "plant",
  "DELETE /api/templates/:id/versions/:version": "plant",
  "POST /api/templates/:id/versions/:version/release": "plant",
  "POST /api/templates/:id/versions/:version/upgrade": "items",
  "POST /api/templates/:id/backtest": "anywhere",
  "POST /api/backtests": "anywhere",
  "POST /api/alarm-statistics/advice": "anywhere",

  "POST /api/template-instances": "new_instance",
  "POST /api/instances": "new_instance",
  "PUT /api/instances/:id": "instance",
  "DELETE /api/instances/:id": "instance",
  "POST /api/instances/bulk": "items",
  "POST /api/instances/bulk-deploy": "items",
  "POST /api/instances/bulk-undeploy": "items",
  "POST /api/instances/bulk-delete": "items",
  "POST /api/instances/:id/deploy": "instance",
  "POST /api/instances/:id/undeploy": "instance",
  "POST /api/instances/:id/backfill": "instance",

  "POST /api/rule-events/bulk-acknowledge": "items",
  "PUT /api/rule-events/:id": "event",
  "POST /api/rule-events/:id/close": "event",
  "POST /api/rule-events/:id/acknowledge": "event",
  "POST /api/rule-events/:id/shelve": "shelf",
  "POST /api/rule-events/:id/unshelve": "shelf",
  "POST /api/rule-events/:id/comments": "event",
  "DELETE /api/rule-events/:id": "event",

  "POST /api/ai-providers/:provider_id/conversation": "anywhere",
  "GET /api/notification-log": "anywhere",
  "GET /api/rule-events/:id/notifications": "anywhere",

  "GET /api/conversation-logs/:provider_id": "anywhere",
  "GET /api/function-call-logs/:provider_id": "anywhere",
  "GET /api/api-usage-logs/:provider_id": "anywhere",
  "GET /api/raw-logs/:provider_id": "anywhere",

  "GET /api/notification-people": "plant",
  "POST /api/notification-policies": "plant",
  "PUT /api/notification-policies/order": "plant",
  "POST /api/notification-policies/preview": "anywhere",
  "PUT /api/notification-policies/:id": "plant",
  "DELETE /api/notification-policies/:id": "plant",
  "POST /api/notification-drills": "named_instance",
  "POST /api/teams": "plant",
  "PUT /api/teams/:id": "plant",
  "DELETE /api/teams/:id": "plant",
  "POST /api/rosters": "plant",
  "PUT /api/rosters/:id": "plant",
  "DELETE /api/rosters/:id": "plant",
  "POST /api/rosters/:id/overrides": "anywhere",
  "DELETE /api/rosters/:id/overrides/:override_id": "anywhere",
  "DELETE /api/rosters/:id/calendars": "plant",

  "POST /api/heartbeats": "plant",
  "PUT /api/heartbeats/:name": "plant",
  "DELETE /api/heartbeats/:name": "plant",
  "POST /api/heartbeats/:name/address": "plant",

  "POST /api/plant-model": "new_node",
  "PUT /api/plant-model/:floc_id": "node",
  "DELETE /api/plant-model/:floc_id": "node",
};

/** Whether a route needs a line in the table of places. */
export function hasPlace(access: Access): boolean {
  return access === "operator" || access === "engineer";
}

/** Throws if a guarded route is missing in a table, or an entry has no route. */
export function checkPermissionTable(routes: { method: string; path: string }[]): void {
  const registered = new Set(
    routes.filter((route) => route.method !== "ALL" && isGuardedPath(route.path))
      .map((route) => `${route.method} ${route.path}`),
  );
  const missing = [...registered].filter((route) => !(route in PERMISSIONS));
  const idle = Object.keys(PERMISSIONS).filter((line) => !registered.has(line));
  const placed = Object.keys(PERMISSIONS).filter((line) => hasPlace(PERMISSIONS[line]) !== line in PLACES);
  const wrong = [...missing, ...idle, ...placed];
  if (wrong.length > 0) {
    throw new Error(`The tables of permissions and places and the routes differ: ${wrong.join(", ")}`);
  }
}
