import { connector } from "../settings.ts";
import { PI_WEB_API_CAPABILITIES, piContinuity } from "./identity.ts";
import { databaseOf, PI_WEB_API_FORM, PI_WEB_API_SHAPE, piWebApiIssues } from "./settings.ts";
import { PI_WEB_API_EXAMPLE, PI_WEB_API_TESTED } from "./settings_example.ts";

/** AVEVA PI as a kind of data source. */
export const PI_WEB_API = connector(PI_WEB_API_SHAPE, {
  ...PI_WEB_API_FORM,
  ...piContinuity,
  tested: PI_WEB_API_TESTED,
  example: PI_WEB_API_EXAMPLE,
  capabilities: PI_WEB_API_CAPABILITIES,
  issues: piWebApiIssues,
  receiver: ({ url, authentication, user_name }) => JSON.stringify([url, authentication, user_name]),
  identity(config) {
    const { server, database } = databaseOf(config) ?? {};
    const named = server === undefined ? ["pi", config.data_archive ?? ""] : ["af", server, database ?? ""];
    const place = named.map((name) => name.toLowerCase());
    return { place, subscriber: [config.url, config.user_name ?? "", ...place] };
  },
  async connect(options) {
    const { createPiWebApi } = await import("./client.ts");
    return createPiWebApi(options);
  },
});
