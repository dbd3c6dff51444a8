import type { OpenAPIHono } from "@hono/zod-openapi";
import { SharedAddresses } from "../domain/rate_limit/shared_addresses.ts";
import type { RequestInfo } from "../ports/http.ts";
import { assistantTypeRoutes } from "./assistant/assistant_types.ts";
import { conversationRoutes } from "./assistant/conversation.ts";
import { aiLogRoutes } from "./assistant/logs.ts";
import { mcpRoutes } from "./assistant/mcp.ts";
import { providerRoutes } from "./assistant/providers.ts";
import { alarmAdviceRoutes } from "./statistics/advice/routes.ts";
import { alarmStatisticsRoutes } from "./statistics/alarm_statistics.ts";
import { apiKeyRoutes } from "./people/api_keys.ts";
import { areaRoutes } from "./people/areas.ts";
import { assetRoutes } from "./plant/assets.ts";
import { auditLogRoutes } from "./audit/audit_log.ts";
import { auditSealRoutes } from "./audit/audit_seals.ts";
import { authRoutes } from "./people/auth.ts";
import { backfillRoutes } from "./rules/backfill/routes.ts";
import { backtestRoutes } from "./rules/backtest/routes.ts";
import { bulkCommandRoutes } from "./rules/bulk_commands.ts";
import { bulkCreationRoutes } from "./rules/bulk_creation.ts";
import { contactPointRoutes } from "./notify/contact_points.ts";
import { configurationRoutes } from "./plant/configuration.ts";
import { sourceRoutes } from "./plant/sources.ts";
import { demoInboxRoutes } from "./notify/demo_inbox.ts";
import type { AppDeps } from "./pipeline/deps.ts";
import { docsRoutes } from "./service/docs.ts";
import type { AppEnv } from "./pipeline/env.ts";
import { commentRoutes } from "./events/comments.ts";
import { contactAddressRoutes } from "./notify/contact_addresses/routes.ts";
import { coverageRoutes, missingDataRoutes } from "./statistics/coverage.ts";
import { explanationRoutes } from "./rules/explanation/routes.ts";
import { contextDataRoutes } from "./assistant/context_data.ts";
import { eventLifeRoutes } from "./events/event_life.ts";
import { eventWallRoutes } from "./events/event_wall.ts";
import { healthRoutes } from "./service/health.ts";
import { outOfServiceRoutes } from "./events/out_of_service.ts";
import { beatRoutes } from "./notify/heartbeats/beat.ts";
import { heartbeatRoutes } from "./notify/heartbeats/routes.ts";
import { identityProviderRoutes } from "./people/identity_providers.ts";
import { type InProcessApi, inProcessCalls } from "./pipeline/in_process_client.ts";
import { ingestRoutes } from "./ingest/route.ts";
import { instanceRoutes } from "./rules/instances.ts";
import { loginLinkRoutes } from "./people/login_link.ts";
import { RequestMetrics } from "./service/metrics/request_metrics.ts";
import { metricsRoutes } from "./service/metrics/route.ts";
import { serveOpenApi } from "./service/openapi.ts";
import { notificationDrillRoutes } from "./notify/notification_drills.ts";
import { notificationLinkRoutes } from "./notify/notification_links.ts";
import { notificationLogRoutes } from "./notify/notification_log.ts";
import { oidcSignInRoutes } from "./people/oidc_sign_in.ts";
import { packageTransferRoutes } from "./rules/package_transfer.ts";
import { packageRoutes } from "./rules/packages.ts";
import { guardedRoutes } from "./pipeline/request_pipeline.ts";
import { pageRoutes } from "./pages/pages.ts";
import { type Admission, admissions } from "./pipeline/admission.ts";
import { plantModelRoutes } from "./plant/plant_model.ts";
import { plantSettingsRoutes } from "./plant/plant_settings.ts";
import { backupRoutes } from "./service/backups.ts";
import { processRoutes } from "./service/processes.ts";
import { rateLimitRoutes } from "./service/rate_limits.ts";
import { protectedResourceRoutes } from "./service/protected_resource.ts";
import { OpeningSessions } from "./people/opening_sessions.ts";
import { providerLogoutRoutes } from "./people/provider_logout.ts";
import { pushRoutes } from "./push/route.ts";
import { ruleEventRoutes } from "./events/rule_events.ts";
import { shelfRoutes } from "./events/shelves.ts";
import { streamRoutes } from "./plant/streams.ts";
import { trendRoutes } from "./plant/trends.ts";
import { rosterCalendarRoutes } from "./notify/rosters/calendar.ts";
import { rosterOverrideRoutes } from "./notify/rosters/overrides.ts";
import { policyPreviewRoutes } from "./notify/policies/preview.ts";
import { notificationPolicyRoutes } from "./notify/policies/routes.ts";
import { notificationPeopleRoutes } from "./notify/rosters/people.ts";
import { rosterRoutes } from "./notify/rosters/routes.ts";
import { teamRoutes } from "./notify/rosters/teams.ts";
import { screenRoutes } from "./people/screens/routes.ts";
import { savedViewRoutes } from "./events/saved_views.ts";
import { secondFactorRoutes } from "./people/second_factor/own_routes.ts";
import { SecondStep } from "./people/second_factor/second_step.ts";
import { secondStepRoutes } from "./people/second_factor/sign_in_routes.ts";
import { sessionRoutes } from "./people/sessions.ts";
import { DeskConfirmations } from "./people/shared_desk/confirmations.ts";
import { sharedDeskRoutes } from "./people/shared_desk/routes.ts";
import { SignIn } from "./people/sign_in.ts";
import { templateInstanceRoutes } from "./rules/template_instances.ts";
import { templateVersionRoutes } from "./rules/template_versions/routes.ts";
import { templateRoutes } from "./rules/templates.ts";
import { userRoutes } from "./people/users.ts";

export interface App {
  fetch(request: Request, info?: RequestInfo): Response | Promise<Response>;
}

/** The app of a process that leads. */
interface WholeApp extends App {
  /** Whom each documented route admits, by its line: `PUT /api/users/:id`. */
  admissions(): ReadonlyMap<string, Admission>;
}

/** Builds the HTTP application: pages, health, documents and everything under `/api`. */
export function createApp(deps: AppDeps): WholeApp {
  const requests = new RequestMetrics();
  const confirmations = new DeskConfirmations(deps);
  const shared = new SharedAddresses();
  const app = guardedRoutes(deps, { requests, confirmations, shared });
  const inside = inProcessCalls((request, bindings) => app.fetch(request, bindings));
  for (const routes of nouns(deps, { inside, confirmations, shared })) app.route("/", routes);
  app.route("/", healthRoutes(deps));
  app.route("/", metricsRoutes(deps, requests));
  app.route("/", loginLinkRoutes(deps));
  app.route("/", ingestRoutes(deps));
  const opening = new OpeningSessions();
  app.route("/", oidcSignInRoutes(deps, opening));
  app.route("/", providerLogoutRoutes(deps, opening));
  app.route("/", protectedResourceRoutes(deps));
  app.route("/", demoInboxRoutes(deps));
  app.route("/", notificationLinkRoutes(deps));
  app.route("/", pageRoutes(deps));
  app.route("/", docsRoutes());
  app.route("/", mcpRoutes(deps, inside));
  serveOpenApi(app);
  return {
    admissions: () => admissions(app),
    fetch: (request, info) => app.fetch(request, info === undefined ? {} : { remoteAddr: info.remoteAddr }),
  };
}

function nouns(
  deps: AppDeps,
  { inside, confirmations, shared }: {
    inside: InProcessApi;
    confirmations: DeskConfirmations;
    shared: SharedAddresses;
  },
): OpenAPIHono<AppEnv>[] {
  const signIn = new SignIn(deps);
  const secondStep = new SecondStep(deps);
  return [
    authRoutes(deps, { signIn, secondStep }),
    secondStepRoutes(deps, secondStep),
    secondFactorRoutes(deps, { signIn, secondStep }),
    sharedDeskRoutes(deps, { signIn, confirmations }),
    userRoutes(deps),
    sessionRoutes(deps),
    screenRoutes(deps),
    apiKeyRoutes(deps),
    identityProviderRoutes(deps),
    contactPointRoutes(deps),
    configurationRoutes(deps),
    sourceRoutes(deps),
    assetRoutes(deps),
    packageTransferRoutes(deps),
    packageRoutes(deps),
    templateRoutes(deps),
    templateVersionRoutes(deps),
    backtestRoutes(deps),
    templateInstanceRoutes(deps),
    bulkCreationRoutes(deps),
    bulkCommandRoutes(deps),
    instanceRoutes(deps),
    coverageRoutes(deps),
    explanationRoutes(deps),
    backfillRoutes(deps),
    ruleEventRoutes(deps),
    eventLifeRoutes(deps),
    shelfRoutes(deps),
    outOfServiceRoutes(deps),
    commentRoutes(deps),
    missingDataRoutes(deps),
    eventWallRoutes(deps),
    alarmStatisticsRoutes(deps),
    alarmAdviceRoutes(deps),
    contextDataRoutes(deps),
    providerRoutes(deps),
    conversationRoutes(deps, inside),
    aiLogRoutes(deps),
    assistantTypeRoutes(deps, signIn),
    streamRoutes(deps),
    trendRoutes(deps),
    plantModelRoutes(deps),
    areaRoutes(deps),
    plantSettingsRoutes(deps),
    notificationPolicyRoutes(deps),
    policyPreviewRoutes(deps),
    notificationDrillRoutes(deps),
    contactAddressRoutes(deps),
    teamRoutes(deps),
    rosterRoutes(deps),
    rosterOverrideRoutes(deps),
    rosterCalendarRoutes(deps),
    heartbeatRoutes(deps),
    beatRoutes(deps),
    notificationPeopleRoutes(deps),
    savedViewRoutes(deps),
    auditLogRoutes(deps),
    auditSealRoutes(deps),
    notificationLogRoutes(deps),
    pushRoutes(deps),
    processRoutes(deps),
    backupRoutes(deps),
    rateLimitRoutes(deps, shared),
  ];
}
