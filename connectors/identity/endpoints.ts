import {
  allowInsecureRequests,
  ClientError,
  type Configuration,
  customFetch,
  discovery,
  None,
} from "openid-client";
import type { ServerMetadata } from "openid-client";
import type { IdentityProviderRecord } from "../../domain/identity_provider/types.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { reasonOf, refusedAs } from "./errors.ts";
import type { ProviderFetch } from "./fetch_limited.ts";
import { isObject } from "../../domain/shared/objects.ts";

const KEPT_MS: Ms = 10 * 60_000;

export type Issuer = Pick<IdentityProviderRecord, "name" | "issuer">;

/** The endpoints that providers publish, read again after 10 minutes. */
export class Endpoints {
  readonly #known = new Map<string, { metadata: Promise<ServerMetadata>; untilMs: Ms }>();

  constructor(private readonly send: ProviderFetch) {}

  /** CONNECTION_FAILED with the reason when the provider does not publish them. */
  async of({ name, issuer }: Issuer): Promise<ServerMetadata> {
    try {
      return await this.#cached(issuer);
    } catch (error) {
      throw refusedAs(
        "CONNECTION_FAILED",
        `The configuration of the identity provider "${name}" cannot be read at ${addressOf(issuer)}: ${
          reasonOf(error)
        }`,
      );
    }
  }

  /** Reads them now. */
  async fresh(provider: Issuer): Promise<ServerMetadata> {
    this.#known.delete(provider.issuer);
    return await this.of(provider);
  }

  #cached(issuer: string): Promise<ServerMetadata> {
    const known = this.#known.get(issuer);
    if (known !== undefined && known.untilMs > Date.now()) return known.metadata;
    const metadata = this.#read(issuer);
    this.#known.set(issuer, { metadata, untilMs: Date.now() + KEPT_MS });
    metadata.catch(() => {
      if (this.#known.get(issuer)?.metadata === metadata) this.#known.delete(issuer);
    });
    return metadata;
  }

  /** http is allowed here because the guard of outgoing addresses decides it. */
  async #read(issuer: string): Promise<ServerMetadata> {
    const discovered = discovery(new URL(issuer), "unused", undefined, None(), {
      execute: [allowInsecureRequests],
      [customFetch]: this.send,
    });
    const found: Configuration = await discovered.catch((error) => {
      const named = namedIssuer(error);
      throw named === undefined ? error : otherIssuer(named);
    });
    const metadata = found.serverMetadata();
    // The library compares URLs, tokens compare texts.
    if (metadata.issuer !== issuer) throw otherIssuer(metadata.issuer);
    return metadata;
  }
}

/** The issuer of a configuration that the library refuses because it is not the expected one. */
function namedIssuer(error: unknown): string | undefined {
  if (!(error instanceof ClientError) || error.code !== "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED") {
    return undefined;
  }
  const { body } = isObject(error.cause) ? error.cause : {};
  return isObject(body) && typeof body.issuer === "string" ? body.issuer : undefined;
}

function otherIssuer(named: string): Error {
  return new Error(`it names the issuer "${named}"; enter the issuer exactly so`);
}

function addressOf(issuer: string): string {
  return `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
}
