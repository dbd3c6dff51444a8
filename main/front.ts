/** What serves requests: more modules than all the rest of a start, and loaded behind it. */
export { createApp } from "../routes/app.ts";
export { appDeps } from "./app_deps.ts";
export { createLoginLink } from "./login_link.ts";
export { plantMetrics } from "./metrics/collect.ts";
export { startPush } from "./push.ts";
export { requestTracing } from "./telemetry.ts";
