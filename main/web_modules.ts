/** The modules that serve requests; most of all modules, so they are loaded after the actors have started. */
export { createApp } from "../routes/app.ts";
export { SessionChecks } from "../routes/people/session_checks.ts";
export { appDeps } from "./app_deps.ts";
export { createBackups } from "./backups.ts";
export { createHeartbeats } from "../services/heartbeats/start.ts";
export { createLoginLink } from "./login_link.ts";
export { plantMetrics } from "../services/metrics/collect.ts";
export { createNotifier } from "../services/notifier/start.ts";
export { createPlantWatch } from "../services/discovery/start.ts";
export { startPush } from "./push.ts";
export { requestTracing } from "./telemetry.ts";
