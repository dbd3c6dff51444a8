import type { OpenAPIHono } from "@hono/zod-openapi";
import type { RequestInfo } from "../ports/http.ts";
import { assistantTypeRoutes } from "./ai/assistant_types.ts";
import { conversationRoutes } from "./ai/conversation.ts";
import { aiLogRoutes } from "./ai/logs.ts";
import { mcpRoutes } from "./ai/mcp.ts";
import { providerRoutes } from "./ai/providers.ts";
import { alarmAdviceRoutes } from "./alarm_advice/routes.ts";
import { alarmStatisticsRoutes } from "./alarm_statistics.ts";
import { apiKeyRoutes } from "./api_keys.ts";
import { areaRoutes } from "./areas.ts";
import { assetRoutes } from "./assets.ts";
import { auditLogRoutes } from "./audit_log.ts";
import { auditSealRoutes } from "./audit_seals.ts";
import { authRoutes } from "./auth.ts";
import { backfillRoutes } from "./backfill/routes.ts";
import { backtestRoutes } from "./backtest/routes.ts";
import { bulkCommandRoutes } from "./bulk_commands.ts";
import { bulkCreationRoutes } from "./bulk_creation.ts";
import { contactPointRoutes } from "./contact_points.ts";
import { configurationRoutes } from "./configuration.ts";
import { demoInboxRoutes } from "./demo_inbox.ts";
import type { AppDeps } from "./deps.ts";
import { docsRoutes } from "./docs.ts";
import type { AppEnv } from "./env.ts";
import { commentRoutes } from "./comments.ts";
import { contactAddressRoutes } from "./contact_addresses/routes.ts";
import { coverageRoutes, missingDataRoutes } from "./coverage.ts";
import { explanationRoutes } from "./explanation/routes.ts";
import { contextDataRoutes } from "./context_data.ts";
import { eventLifeRoutes } from "./event_life.ts";
import { eventWallRoutes } from "./event_wall.ts";
import { healthRoutes } from "./health.ts";
import { beatRoutes } from "./heartbeats/beat.ts";
import { heartbeatRoutes } from "./heartbeats/routes.ts";
import { identityProviderRoutes } from "./identity_providers.ts";
import { type InProcessApi, inProcessCalls } from "./in_process_client.ts";
import { instanceRoutes } from "./instances.ts";
import { loginLinkRoutes } from "./login_link.ts";
import { RequestMetrics } from "./metrics/request_metrics.ts";
import { metricsRoutes } from "./metrics/route.ts";
import { serveOpenApi } from "./openapi.ts";
import { notificationDrillRoutes } from "./notification_drills.ts";
import { notificationLinkRoutes } from "./notification_links.ts";
import { notificationLogRoutes } from "./notification_log.ts";
import { oidcSignInRoutes } from "./oidc_sign_in.ts";
import { packageTransferRoutes } from "./package_transfer.ts";
import { packageRoutes } from "./packages.ts";
import { guardedRoutes } from "./request_pipeline.ts";
import { pageRoutes } from "./pages.ts";
import { type Admission, admissions } from "./permissions.ts";
import { plantModelRoutes } from "./plant_model.ts";
import { plantSettingsRoutes } from "./plant_settings.ts";
import { processRoutes } from "./processes.ts";
import { protectedResourceRoutes } from "./protected_resource.ts";
import { OpeningSessions } from "./opening_sessions.ts";
import { providerLogoutRoutes } from "./provider_logout.ts";
import { pushRoutes } from "./push/route.ts";
import { ruleEventRoutes } from "./rule_events.ts";
import { shelfRoutes } from "./shelves.ts";
import { streamRoutes } from "./streams.ts";
import { trendRoutes } from "./trends.ts";
import { rosterCalendarRoutes } from "./rosters/calendar.ts";
import { rosterOverrideRoutes } from "./rosters/overrides.ts";
import { policyPreviewRoutes } from "./notification_policies/preview.ts";
import { notificationPolicyRoutes } from "./notification_policies/routes.ts";
import { notificationPeopleRoutes } from "./rosters/people.ts";
import { rosterRoutes } from "./rosters/routes.ts";
import { teamRoutes } from "./rosters/teams.ts";
import { screenRoutes } from "./screens/routes.ts";
import { savedViewRoutes } from "./saved_views.ts";
import { secondFactorRoutes } from "./second_factor/own_routes.ts";
import { SecondStep } from "./second_factor/second_step.ts";
import { secondStepRoutes } from "./second_factor/sign_in_routes.ts";
import { sessionRoutes } from "./sessions.ts";
import { DeskConfirmations } from "./shared_desk/confirmations.ts";
import { sharedDeskRoutes } from "./shared_desk/routes.ts";
import { SignIn } from "./sign_in.ts";
import { templateInstanceRoutes } from "./template_instances.ts";
import { templateVersionRoutes } from "./template_versions/routes.ts";
import { templateRoutes } from "./templates.ts";
import { userRoutes } from "./users.ts";

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
  const app = guardedRoutes(deps, { requests, confirmations });
  const inside = inProcessCalls((request, bindings) => app.fetch(request, bindings));
  for (const routes of nouns(deps, { inside, confirmations })) app.route("/", routes);
  app.route("/", healthRoutes(deps));
  app.route("/", metricsRoutes(deps, requests));
  app.route("/", loginLinkRoutes(deps));
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
  { inside, confirmations }: { inside: InProcessApi; confirmations: DeskConfirmations },
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
  ];
}
