import { connector } from "../settings.ts";
import { SQL_CAPABILITIES, sqlContinuity } from "./identity.ts";
import { layoutIssues, SQL_EXAMPLE, SQL_FORM, SQL_SHAPE } from "./settings.ts";

/** Tables of samples in PostgreSQL, TimescaleDB or an Ignition historian as a kind of data source. */
export const SQL = connector(SQL_SHAPE, {
  ...SQL_FORM,
  ...sqlContinuity,
  example: SQL_EXAMPLE,
  capabilities: SQL_CAPABILITIES,
  defaults: { requests_per_minute: null },
  issues: layoutIssues,
  receiver: ({ host, port, database }) => JSON.stringify([host, port, database]),
  identity({ host, port, user, database, layout, schema, table }) {
    const place = [database, layout, schema, ...table === null || layout === "ignition" ? [] : [table]];
    return { place, subscriber: [host, String(port), user, ...place] };
  },
  async connect(options) {
    const { createSql } = await import("./client.ts");
    return createSql(options);
  },
});
