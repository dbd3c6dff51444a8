import { accessOf, type Place } from "../../routes/pipeline/admission.ts";
import { apiAdmissions } from "../../tools/openapi_document.ts";

const lines = [...await apiAdmissions()];

/** The access of each route of the API, by its line: `PUT /api/users/:id`. */
export const PERMISSIONS = Object.fromEntries(lines.map(([line, route]) => [line, accessOf(route)]));

/** Where each route for operators and engineers acts. */
export const PLACES: Readonly<Record<string, Place>> = Object.fromEntries(
  lines.flatMap(([line, { may }]) => typeof may === "string" ? [] : [[line, may.at]]),
);

/** The routes that share the heavy limit of a client. */
export const HEAVY_ROUTES = lines.flatMap(([line, { limit }]) => limit === "heavy" ? [line] : []);
