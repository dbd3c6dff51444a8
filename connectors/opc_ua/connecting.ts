import { createHash } from "node:crypto";
import {
  type ClientSession,
  crypto_utils,
  type EndpointDescription,
  MessageSecurityMode,
  OPCUAClient,
  readNamespaceArray,
  SecurityPolicy,
  setDebugLogger,
  setErrorLogger,
  setWarningLogger,
  type UserIdentityInfo,
  UserTokenType,
} from "node-opcua-client";
import type { SourceSecrets } from "../../domain/source/types.ts";
import { connectionFailed, refusalOf } from "./failure.ts";
import { fingerprintText } from "./fingerprint.ts";
import { Namespaces } from "./namespaces.ts";
import { derOf, OwnKeyPair } from "./own_certificate.ts";
import type { OpcUaConfig } from "./settings.ts";
import { type AddressesOf, CheckedTransports } from "./transport.ts";

const CONNECT_MS = 20_000, REQUEST_MS = 30_000, SESSION_MS = 120_000;
/** While a session lives, a break of its connection is repaired with it. */
const REPAIR = { initialDelay: 500, maxDelay: 5_000, maxRetry: 1, randomisationFactor: 0.2 };

// What goes wrong is told by our own messages.
for (const set of [setDebugLogger, setErrorLogger, setWarningLogger]) set(() => {});

export interface Connecting {
  config: OpcUaConfig;
  secrets: SourceSecrets;
  own: OwnKeyPair;
  addressesOf: AddressesOf;
}

export interface Connected {
  client: OPCUAClient;
  session: ClientSession;
  namespaces: Namespaces;
  endpoint: EndpointDescription;
}

const MODES = {
  none: MessageSecurityMode.None,
  sign: MessageSecurityMode.Sign,
  sign_and_encrypt: MessageSecurityMode.SignAndEncrypt,
};

/** Opens a session. Throws INVALID_CREDENTIALS or CONNECTION_FAILED. */
export async function openSession(connecting: Connecting): Promise<Connected> {
  const { config: { endpoint_url }, own } = connecting;
  try {
    const endpoint = await findEndpoint(connecting);
    return await sessionAt(endpoint, connecting);
  } catch (error) {
    throw refusalOf(error, {
      own: fingerprintOf(own.getCertificate()),
      where: new URL(endpoint_url).host,
    });
  }
}

export async function closeSession(
  { client, session }: Pick<Connected, "client" | "session">,
): Promise<void> {
  await session.close(true).catch(() => undefined);
  await client.disconnect().catch(() => undefined);
}

export function fingerprintOf(der: Uint8Array): string {
  return fingerprintText(createHash("sha256").update(der).digest("hex"));
}

/** The certificate of the server itself, of the chain that it gives. */
export function leafOf(chain: Uint8Array): Uint8Array {
  return crypto_utils.split_der(chain as never)[0]!;
}

/** Asks the server for its endpoints, and trusts none whose certificate no person has trusted. */
async function findEndpoint(connecting: Connecting): Promise<EndpointDescription> {
  const { config: { endpoint_url, security, policy, trusted_fingerprints } } = connecting;
  const client = clientOf(connecting, { securityMode: MODES.none, securityPolicy: SecurityPolicy.None });
  const endpoints = await within(async () => {
    try {
      await client.connect(endpoint_url);
      return await client.getEndpoints();
    } finally {
      await client.disconnect();
    }
  }, client);
  const uri = security === "none" ? SecurityPolicy.None : SecurityPolicy[policy];
  const found = endpoints.find(({ securityMode, securityPolicyUri }) =>
    securityMode === MODES[security] && securityPolicyUri === uri
  );
  if (found === undefined) {
    throw connectionFailed(
      `The server does not offer this security; it offers ${endpoints.map(offerOf).join(", ")}`,
    );
  }
  if (security !== "none") checkTrust(leafOf(found.serverCertificate), trusted_fingerprints);
  return found;
}

function checkTrust(certificate: Uint8Array, trusted: readonly string[]): void {
  const fingerprint = fingerprintOf(certificate);
  if (trusted.some((one) => fingerprintText(one) === fingerprint)) return;
  throw connectionFailed(
    `The server's certificate is not trusted yet. Its SHA-256 fingerprint is ${fingerprint}; compare it with the ` +
      "one that the server shows, and add it to the trusted fingerprints",
    { fingerprint },
  );
}

function offerOf({ securityMode, securityPolicyUri }: EndpointDescription): string {
  const policy = securityPolicyUri?.split("#")[1] ?? "an unknown policy";
  return securityMode === MessageSecurityMode.None
    ? "None"
    : `${MessageSecurityMode[securityMode]} ${policy}`;
}

async function sessionAt(endpoint: EndpointDescription, connecting: Connecting): Promise<Connected> {
  const { config, secrets } = connecting, certificate = endpoint.serverCertificate;
  const client = clientOf(connecting, {
    securityMode: endpoint.securityMode,
    securityPolicy: endpoint.securityPolicyUri as SecurityPolicy,
    ...config.security !== "none" && { serverCertificate: leafOf(certificate) as never },
  });
  // The library would ask for a certificate that changed by a connection that is not checked.
  Object.assign(client, {
    fetchServerCertificate: (_url: string, done: (error: Error) => void) =>
      done(new Error("The server's certificate may have changed")),
  });
  return await within(async () => {
    try {
      await client.connect(config.endpoint_url);
      const session = await client.createSession(userOf(config, secrets));
      const namespaces = new Namespaces(await readNamespaceArray(session));
      return { client, session, namespaces, endpoint };
    } catch (error) {
      await client.disconnect().catch(() => undefined);
      throw error;
    }
  }, client);
}

interface Security {
  securityMode: MessageSecurityMode;
  securityPolicy: SecurityPolicy;
  serverCertificate?: never;
}

function clientOf({ own, addressesOf }: Connecting, security: Security): OPCUAClient {
  return OPCUAClient.create({
    ...security,
    applicationName: "Andon",
    applicationUri: own.applicationUri,
    clientName: "Andon",
    certificateKeyPairProvider: own,
    connectionStrategy: REPAIR,
    endpointMustExist: false,
    keepSessionAlive: true,
    requestedSessionTimeout: SESSION_MS,
    transportTimeout: CONNECT_MS,
    defaultTransactionTimeout: REQUEST_MS,
    transportFactory: new CheckedTransports(addressesOf),
  });
}

function userOf({ user, user_name }: OpcUaConfig, secrets: SourceSecrets): UserIdentityInfo {
  switch (user) {
    case "anonymous":
      return { type: UserTokenType.Anonymous };
    case "password":
      return { type: UserTokenType.UserName, userName: user_name ?? "", password: secrets.password ?? "" };
    case "certificate": {
      const { user_certificate, user_key } = secrets;
      if (!user_certificate || !user_key) {
        throw connectionFailed("The user's certificate or its key is missing; enter both");
      }
      const key = crypto_utils.coercePEMorDerToPrivateKey(user_key);
      return {
        type: UserTokenType.Certificate,
        certificateData: derOf(user_certificate),
        keyOperations: crypto_utils.keyOperationsFromPrivateKey(key),
      };
    }
  }
}

/** A server that answers nothing is given up. */
async function within<T>(work: () => Promise<T>, client: OPCUAClient): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    client.disconnect().catch(() => undefined);
    late.reject(new Error(`No session within ${CONNECT_MS / 1_000} s`));
  }, CONNECT_MS);
  return await Promise.race([work(), late.promise]).finally(() => clearTimeout(timer));
}
