import type { Api, Schemas } from "../api/client.ts";
import { unwrap } from "../api/client.ts";
import { ApiProblem } from "../api/problem.ts";
import type { User } from "./session.ts";

/** Whether this browser can use passkeys here: over https or at localhost, under a host name. */
export function canUsePasskeys(): boolean {
  const isAddress = /^[\d.]+$|^\[/.test(location.hostname);
  return isSecureContext && "PublicKeyCredential" in globalThis && !isAddress;
}

type Options = Schemas["PasskeyOptions"]["options"];

/** Signs in with a passkey: as the second step after the password, or alone. */
export async function signInByPasskey(api: Api): Promise<User> {
  const begun = await unwrap(api.POST("/api/auth/login/passkey/options"));
  const body = await assertionOf(begun.data.options);
  return (await unwrap(api.POST("/api/auth/login/passkey", { body }))).data;
}

/** Confirms with a passkey, at a shared desk, who acts. */
export async function confirmByPasskey(api: Api): Promise<Schemas["DeskConfirmation"]> {
  const begun = await unwrap(api.POST("/api/auth/desk-confirmations/passkey/options"));
  const body = await assertionOf(begun.data.options);
  return (await unwrap(api.POST("/api/auth/desk-confirmations/passkey", { body }))).data;
}

/** The answer of an authenticator, in the form that the API takes. */
async function assertionOf(options: Options) {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const { id, response } = await inBrowser(() => startAuthentication({ optionsJSON: jsonOf(options) }));
  return {
    credential_id: id,
    client_data_json: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
  };
}

/** Adds a passkey; the password is not needed at a sign-in that must set up a factor. */
export async function addPasskey(
  api: Api,
  { name, password }: { name: string; password?: string },
): Promise<Schemas["AddedFactor"]> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  const confirmation = { body: { current_password: password } };
  const { data } = await unwrap(api.POST("/api/auth/second-factors/passkeys/options", confirmation));
  const { id, response } = await inBrowser(() => startRegistration({ optionsJSON: jsonOf(data.options) }));
  const body = {
    name,
    credential_id: id,
    client_data_json: response.clientDataJSON,
    attestation_object: response.attestationObject,
    transports: response.transports ?? [],
  };
  return (await unwrap(api.POST("/api/auth/second-factors/passkeys", { body }))).data;
}

/** The document does not repeat WebAuthn's own types. */
function jsonOf<T>(options: Options): T {
  return options as T;
}

const TEXTS: Readonly<Record<string, string>> = {
  InvalidStateError: "This device has a passkey of yours already",
  NotAllowedError: "No passkey was chosen, or it took too long. Try again",
  SecurityError: "Passkeys do not work at this address. Open Andon by its name over https",
};

async function inBrowser<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const text = error instanceof Error ? TEXTS[error.name] : undefined;
    throw new ApiProblem(text ?? "The browser could not use the passkey. Try again", { code: "PASSKEY" });
  }
}
