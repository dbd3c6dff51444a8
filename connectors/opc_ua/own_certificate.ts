import { Buffer } from "node:buffer";
import { hostname } from "node:os";
import { crypto_utils } from "node-opcua-client";
import type { OwnCertificate } from "./messages.ts";

const VALID_DAYS = 20 * 365;
const KEY_BITS = 2_048;

/** The certificate by which servers know Andon, self-signed: who trusts it does so by its fingerprint. */
export async function makeOwnCertificate(): Promise<OwnCertificate> {
  const { privateKey } = await crypto_utils.generateKeyPair(KEY_BITS);
  const host = hostname();
  const { cert } = await crypto_utils.createSelfSignedCertificate({
    privateKey,
    subject: "/CN=Andon/O=Andon",
    applicationUri: `urn:${host}:andon`,
    dns: [host],
    notBefore: new Date(Date.now() - 86_400_000),
    validity: VALID_DAYS,
    purpose: crypto_utils.CertificatePurpose.ForApplication,
  });
  return { certificate: cert, key: (await crypto_utils.privateKeyToPEM(privateKey)).privPem };
}

/** As the library wants it. */
export class OwnKeyPair {
  readonly #chain: Buffer[];
  readonly #key: ReturnType<typeof crypto_utils.coercePEMorDerToPrivateKey>;
  readonly applicationUri: string;

  constructor({ certificate, key }: OwnCertificate) {
    const der = derOf(certificate);
    this.#chain = [der];
    this.#key = crypto_utils.coercePEMorDerToPrivateKey(key);
    const { extensions } = crypto_utils.exploreCertificate(der).tbsCertificate;
    const names = extensions?.subjectAltName as { uniformResourceIdentifier?: string[] } | undefined;
    this.applicationUri = names?.uniformResourceIdentifier?.[0] ?? "urn:andon";
  }

  getCertificate(): Buffer {
    return this.#chain[0]!;
  }

  getCertificateChain(): Buffer[] {
    return this.#chain;
  }

  getPrivateKey() {
    return this.#key;
  }
}

export function derOf(pem: string): Buffer {
  return Buffer.from(crypto_utils.convertPEMtoDER(pem));
}
