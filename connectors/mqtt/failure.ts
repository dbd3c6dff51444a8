import { Refusal } from "../../domain/shared/refusal.ts";
import { tlsProblem } from "../tls_problem.ts";
import { networkReason } from "../network_reason.ts";
import { connectionFailed, invalidCredentials } from "../source_failure.ts";
import type { MqttConfig } from "./settings.ts";

/** Why there is no connection, or no longer one, as a sentence for people. */
export class MqttFailure extends Error {
  override readonly name = "MqttFailure";

  constructor(message: string, readonly isOfCredentials = false) {
    super(message);
  }
}

/** The broker closed the connection. */
export class ConnectionClosed extends MqttFailure {
  constructor() {
    super("The broker closed the connection");
  }
}

/** The broker closed a connection that it had not answered, so its reason is a guess. */
export function unanswered({ tls, certificate, version }: MqttConfig): MqttFailure {
  const guess = tls && certificate === null
    ? "it may ask for a client certificate"
    : version === "5"
    ? "an older one may need MQTT 3.1.1"
    : "its log may say why";
  return new MqttFailure(`The broker closed the connection without an answer; ${guess}`);
}

const UNSUPPORTED = "The broker does not speak this version of MQTT; choose the other one";
const WRONG_PASSWORD = "The broker refuses the user or the password";
const NOT_AUTHORIZED = "The broker does not let this user, certificate or client ID in";
const REFUSED_ID = "The broker does not accept the client ID; enter one that it allows";
const BUSY = "The broker is not available at present";

/** By the code of a refused connection: below 6 that of MQTT 3.1.1, else of MQTT 5. */
const REFUSALS: Readonly<Record<number, string>> = {
  1: UNSUPPORTED,
  2: REFUSED_ID,
  3: BUSY,
  4: WRONG_PASSWORD,
  5: NOT_AUTHORIZED,
  0x84: UNSUPPORTED,
  0x85: REFUSED_ID,
  0x86: WRONG_PASSWORD,
  0x87: NOT_AUTHORIZED,
  0x88: BUSY,
  0x89: BUSY,
  0x8a: "The broker has banned this client",
  0x97: "The broker's quota is used up",
  0x9c: "The broker says to use another server",
  0x9d: "The broker has moved to another server",
  0x9f: "The broker takes no more connections at present",
};
const OF_CREDENTIALS = [4, 5, 0x86, 0x87];

export function refusedConnection(code: number): MqttFailure {
  const reason = REFUSALS[code] ?? `The broker refused the connection (reason code ${code})`;
  return new MqttFailure(reason, OF_CREDENTIALS.includes(code));
}

const TAKEN_OVER = 0x8e;

/** The broker said goodbye (MQTT 5). */
export function brokerDisconnected(code: number): MqttFailure {
  return new MqttFailure(
    code === TAKEN_OVER
      ? "Another client with the same client ID took the session over; each needs its own"
      : `The broker ended the connection (reason code ${code})`,
  );
}

const NEEDS_CERTIFICATE = /certificate ?required|HANDSHAKE_FAILURE|HandshakeFail/i;
const NO_CERTIFICATE_OF_OURS =
  /alert.*(UnknownCA|unknown ca|BadCertificate|bad certificate|CertificateUnknown|certificate unknown|CertificateExpired|DecryptError|AccessDenied)/i;

/** The sentence for whatever ended a connection. */
export function failureOf(error: unknown, { host, port, certificate }: MqttConfig): MqttFailure {
  if (error instanceof MqttFailure) return error;
  if (error instanceof Refusal) return new MqttFailure(String(error.details?.reason ?? error.message));
  const words = error instanceof Error ? error.message : String(error);
  if (NEEDS_CERTIFICATE.test(words)) {
    return new MqttFailure(
      certificate === null
        ? "The broker asks for a client certificate; enter one with its key"
        : "The broker does not accept the client certificate",
      true,
    );
  }
  if (NO_CERTIFICATE_OF_OURS.test(words)) {
    return new MqttFailure("The broker does not accept the client certificate", true);
  }
  const problem = tlsProblem(error, host);
  if (problem !== undefined) return new MqttFailure(problem);
  const reason = networkReason(error);
  return new MqttFailure(reason === undefined ? words : `${host}:${port}: ${reason}`);
}

/** As a test and a browse tell it. */
export function refusalOf({ message, isOfCredentials }: MqttFailure): Refusal {
  return isOfCredentials ? invalidCredentials(message) : connectionFailed(message);
}
