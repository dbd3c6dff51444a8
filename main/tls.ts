import type { TlsPair } from "../http/http_server.ts";
import { SettingsError } from "../settings/settings_error.ts";
import type { TlsFiles } from "../settings/types.ts";
import { errorSentence } from "../domain/shared/refusal.ts";

/** Reads and tests the files. SettingsError for a pair that cannot be served. */
export function readTlsPair({ certFile, keyFile }: TlsFiles): TlsPair {
  const cert = readPem("TLS_CERT_FILE", certFile);
  const key = readPem("TLS_KEY_FILE", keyFile);
  if (!/-----BEGIN CERTIFICATE-----/.test(cert)) throw missingPem("TLS_CERT_FILE", certFile, "certificate");
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(key)) {
    throw missingPem("TLS_KEY_FILE", keyFile, "private key");
  }
  try {
    // Only a listener can tell whether the two match; this one is closed at once.
    Deno.listenTls({ hostname: "127.0.0.1", port: 0, cert, key }).close();
  } catch (error) {
    throw new SettingsError(
      `TLS_CERT_FILE ${JSON.stringify(certFile)} and TLS_KEY_FILE ${
        JSON.stringify(keyFile)
      } cannot be served ` +
        `(${reasonOf(error)}); use a certificate and its own private key`,
    );
  }
  return { cert, key };
}

function readPem(name: string, path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    throw new SettingsError(`${name} is ${JSON.stringify(path)}, which cannot be read (${reasonOf(error)})`);
  }
}

function missingPem(name: string, path: string, what: string): SettingsError {
  return new SettingsError(`${name} is ${JSON.stringify(path)}, which contains no ${what} in PEM form`);
}

/** The reason on one line. */
function reasonOf(error: unknown): string {
  return errorSentence(error).replace(/\s+/g, " ");
}
