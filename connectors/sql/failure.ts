import { Refusal } from "../../domain/shared/refusal.ts";
import { networkReason } from "../network_reason.ts";
import { connectionFailed, cutText, invalidCredentials, NotReached } from "../source_failure.ts";
import { StreamUnavailable } from "../source.ts";
import { tlsProblem } from "../tls_problem.ts";
import { STATEMENT_SECONDS } from "./limits.ts";
import type { SqlConfig } from "./settings.ts";

/** What errors of the server are explained by. */
export type Reached = Pick<SqlConfig, "host" | "port" | "database" | "user">;

/** The server ended a query after STATEMENT_SECONDS, or because it was told to. */
export class QueryTooLong extends Refusal {
  constructor() {
    const reason =
      `A query took longer than ${STATEMENT_SECONDS} s; the index that docs/sql.md names is missing, ` +
      "or the server has too much to do";
    super("CONNECTION_FAILED", `The data source failed: ${reason}`, { reason });
  }
}

/** A table or column is not there, which may have changed since the catalog was read. */
export class NoSuchColumn extends Refusal {
  constructor(reason: string) {
    super("CONNECTION_FAILED", `The data source failed: ${reason}`, { reason });
  }
}

export function streamUnavailable(reason: string): StreamUnavailable {
  return new StreamUnavailable(connectionFailed(reason));
}

/** SQLSTATE of an error of the server; undefined for any other error. */
function stateOf(error: Error): string | undefined {
  const { code } = error as { code?: unknown };
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) && "severity" in error ? code : undefined;
}

/** Whether the server has not answered, so that another connection may. */
export function isLostConnection(error: unknown): boolean {
  return error instanceof Error && !(error instanceof Refusal) &&
    (stateOf(error) === undefined || stateOf(error) === "57P01");
}

/** Why a connection or query failed, and what to do. */
export function sqlFailure(error: unknown, reached: Reached): Refusal {
  if (error instanceof Refusal) return error;
  if (!(error instanceof Error)) return connectionFailed(cutText(String(error)));
  const { host, port } = reached, state = stateOf(error), said = cutText(error.message);
  if (state !== undefined) return serverFailure({ state, said, reached });
  if (/does not support SSL/i.test(error.message)) {
    return connectionFailed(
      `${host} offers no TLS; switch "ssl" on there, or switch TLS off here for a server of your own network`,
    );
  }
  const problem = tlsProblem(error, host);
  if (problem !== undefined) return connectionFailed(problem);
  return new NotReached(`${host}:${port}: ${networkReason(error) ?? said}`);
}

function serverFailure(
  { state, said, reached: { host, user, database } }: { state: string; said: string; reached: Reached },
): Refusal {
  switch (state) {
    case "28P01":
      return invalidCredentials(`the password of "${user}" is wrong, or there is no such user (${said})`);
    case "28000":
      return invalidCredentials(`"${user}" is not let in; see pg_hba.conf of the server (${said})`);
    case "3D000":
      return connectionFailed(`The database "${database}" does not exist at ${host}`);
    case "42501":
      return connectionFailed(`The user "${user}" lacks a right: ${said}; see docs/sql.md for what to grant`);
    case "42P01":
    case "42703":
    case "3F000":
      return new NoSuchColumn(`The server says: ${said}`);
    case "57014":
      return new QueryTooLong();
    case "53300":
      return connectionFailed(`${host} has no free connection (max_connections): ${said}`);
    case "57P03":
      return connectionFailed(`${host} is starting or recovering: ${said}`);
    default:
      return connectionFailed(`The server says: ${said} (${state})`);
  }
}
