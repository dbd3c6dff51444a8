/** The modules that serve requests; most of all modules, so they are loaded after the actors have started. */
export { createApp } from "../routes/app.ts";
export { SessionChecks } from "../routes/session_checks.ts";
export { appDeps } from "./app_deps.ts";
export { createHeartbeats } from "./heartbeats/start.ts";
export { createLoginLink } from "./login_link.ts";
export { plantMetrics } from "./metrics/collect.ts";
export { createNotifier } from "./notifier/start.ts";
export { createPlantWatch } from "./plant_watch/start.ts";
export { startPush } from "./push.ts";
export { requestTracing } from "./telemetry.ts";
