import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

const USER_PRESENT = 1, USER_VERIFIED = 4, ATTESTED = 64;

interface Made {
  origin: string;
  challenge: string;
  /** The host name that the passkey is asked for; default: the origin's. */
  host?: string;
  verifiesUser?: boolean;
}

/** An authenticator in software: one ES256 key. Not all count their uses. */
export class SoftPasskey {
  readonly #key = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly id: Uint8Array<ArrayBuffer> = new Uint8Array(randomBytes(32));
  counter = 0;

  constructor(readonly counts = true) {}

  /** The answer to creation options, as the API takes it. */
  attestation({ name = "Key", ...made }: Made & { name?: string }) {
    const attested = joined(new Uint8Array(16), [0, this.id.length], this.id, this.#coseKey());
    const authData = this.#authData(made, { flags: ATTESTED, rest: attested });
    const text = (value: string) => joined([0x60 + value.length], new TextEncoder().encode(value));
    return {
      name,
      credential_id: base64url(this.id),
      client_data_json: clientData("webauthn.create", made),
      attestation_object: base64url(joined(
        [0xa3],
        text("fmt"),
        text("none"),
        text("attStmt"),
        [0xa0],
        text("authData"),
        [0x59, authData.length >> 8, authData.length & 255],
        authData,
      )),
      transports: ["usb"],
    };
  }

  /** The answer to request options. */
  assertion(made: Made) {
    if (this.counts) this.counter++;
    const authData = this.#authData(made, { flags: 0, rest: new Uint8Array() });
    const client_data_json = clientData("webauthn.get", made);
    const clientHash = sha256(Uint8Array.fromBase64(client_data_json, { alphabet: "base64url" }));
    const signature = sign("sha256", joined(authData, clientHash), this.#key.privateKey);
    return {
      credential_id: base64url(this.id),
      client_data_json,
      authenticator_data: base64url(authData),
      signature: base64url(new Uint8Array(signature)),
    };
  }

  #authData(
    { origin, host = new URL(origin).hostname, verifiesUser = true }: Made,
    { flags, rest }: { flags: number; rest: Uint8Array },
  ): Uint8Array {
    const all = USER_PRESENT | (verifiesUser ? USER_VERIFIED : 0) | flags;
    const counter = new Uint8Array(4);
    new DataView(counter.buffer).setUint32(0, this.counter);
    return joined(sha256(new TextEncoder().encode(host)), [all], counter, rest);
  }

  /** COSE: kty EC2, alg ES256, crv P-256, x, y. */
  #coseKey(): Uint8Array {
    const { x = "", y = "" } = this.#key.publicKey.export({ format: "jwk" });
    const part = (value: string) => Uint8Array.fromBase64(value, { alphabet: "base64url" });
    return joined(
      [0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20],
      part(x),
      [0x22, 0x58, 0x20],
      part(y),
    );
  }
}

function clientData(type: string, { origin, challenge }: Made): string {
  const text = JSON.stringify({ type, challenge, origin, crossOrigin: false });
  return base64url(new TextEncoder().encode(text));
}

function sha256(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(createHash("sha256").update(bytes).digest());
}

function joined(...parts: (Uint8Array | number[])[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

function base64url(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}
