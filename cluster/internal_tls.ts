import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import ipaddr from "ipaddr.js";
import { joinedBytes } from "../domain/shared/bytes.ts";
import type { MessageAuth } from "./message_auth.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** A certificate and its private key, PEM. */
export interface InternalTls {
  cert: string;
  key: string;
}

const PURPOSE = "internal tls v1";
/**
 * Deno trusts public authorities in every connection. None of them certifies a name under `internal`, so that a
 * connection that asks for this name trusts members only.
 */
export const MEMBER_NAME = "andon.internal";
/** An Ed25519 key in PKCS #8, up to its 32 bytes (RFC 8410). */
const PRIVATE_KEY_HEAD = "302e020100300506032b657004220420";
const ED25519 = sequence(Uint8Array.fromHex("06032b6570"));
const VERSION_3 = tlv(0xa0, Uint8Array.fromHex("020102"));
const SERIAL = Uint8Array.fromHex("020101");
const NAME = sequence(tlv(0x31, sequence(Uint8Array.fromHex("0603550403"), tlv(0x0c, ascii("andon")))));
/** RFC 5280's way to write a certificate without an end. */
const VALIDITY = sequence(tlv(0x18, ascii("20200101000000Z")), tlv(0x18, ascii("99991231235959Z")));
const ALTERNATIVE_NAME = Uint8Array.fromHex("0603551d11");

/**
 * The certificate of a member for the address at which the others reach it, self-signed (X.509, RFC 5280) with a key
 * that all members derive from SECRETS_KEY. Whoever trusts one such certificate trusts every other, so members prove
 * to each other that they have SECRETS_KEY, and no certificates have to be handed out.
 */
export function internalTls(auth: MessageAuth, hostname: string): InternalTls {
  const der = joined(Uint8Array.fromHex(PRIVATE_KEY_HEAD), auth.keyOf(PURPOSE));
  const key = pem("PRIVATE KEY", der), privateKey = createPrivateKey(key);
  const publicKey = createPublicKey(key).export({ format: "der", type: "spki" });
  const names = [alternativeName(MEMBER_NAME), alternativeName(hostname)];
  const extension = sequence(ALTERNATIVE_NAME, tlv(0x04, sequence(...names)));
  const body = sequence(
    ...[VERSION_3, SERIAL, ED25519, NAME, VALIDITY, NAME],
    new Uint8Array(publicKey),
    tlv(0xa3, sequence(extension)),
  );
  const signature = new Uint8Array(sign(null, body, privateKey));
  return { cert: pem("CERTIFICATE", sequence(body, ED25519, tlv(0x03, Uint8Array.of(0), signature))), key };
}

/** The certificate to trust in connections to other members. */
export function trustedCertificate(auth: MessageAuth): string {
  return internalTls(auth, MEMBER_NAME).cert;
}

function alternativeName(hostname: string): Bytes {
  return ipaddr.isValid(hostname)
    ? tlv(0x87, Uint8Array.from(ipaddr.parse(hostname).toByteArray()))
    : tlv(0x82, ascii(hostname));
}

function sequence(...parts: Uint8Array[]): Bytes {
  return tlv(0x30, ...parts);
}

/** Tag, length and value of DER; up to 65,535 bytes. */
function tlv(tag: number, ...parts: Uint8Array[]): Bytes {
  const { length } = joined(...parts);
  const size = length < 0x80
    ? [length]
    : length < 0x100
    ? [0x81, length]
    : [0x82, length >> 8, length & 0xff];
  return joined(Uint8Array.of(tag, ...size), ...parts);
}

function joined(...parts: Uint8Array[]): Bytes {
  return new Uint8Array(joinedBytes(parts));
}

function ascii(text: string): Bytes {
  return new TextEncoder().encode(text);
}

function pem(label: string, der: Bytes): string {
  const lines = der.toBase64().match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}
