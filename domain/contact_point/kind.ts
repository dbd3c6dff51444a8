import type { FormField } from "../shared/form_field.ts";
import type { Issue } from "../shared/refusal.ts";
import type { SettingsFields, SettingsOf, SettingsShape } from "./settings_fields.ts";

/** Secrets by name, in the clear. */
export type ContactPointSecrets = Readonly<Record<string, string>>;

/** All about a kind but how it sends, which is in `connectors/contact_points`. */
export interface KindOf<S extends SettingsShape, C = SettingsOf<S>> {
  label: string;
  settings(fields: SettingsFields): S;
  /** What is wrong with settings as a whole; any of them may be missing or of another type. */
  issues?(given: { readonly [N in keyof SettingsOf<S>]?: unknown }): Issue[];
  form: { readonly [N in keyof SettingsOf<S>]: FormField<SettingsOf<S>[N]> };
  /** In place of fields. */
  note?: string;
  /** The labels of the secrets that it takes; undefined: it takes those that its templates name. */
  secrets?: Readonly<Record<string, string>>;
  /** What the API's document says of them besides their names. */
  secretsNote?: string;
  /** The names of the secrets that these settings use. */
  uses(config: C): readonly string[];
  /** Those of them that it can do without. */
  spare?: readonly string[];
  /** What is wrong with a secret; undefined: nothing. */
  secretProblem?(name: string, value: string): string | undefined;
  /** Makes the first secret, to be copied to the receiver. */
  newSecret?(bytes: Uint8Array<ArrayBuffer>): string;
  /** Where it sends to. Secrets that were entered for one receiver are never sent to another. */
  receiver(config: C, secrets: ContactPointSecrets): string;
  /** The addresses of persons that a message can go to; none without it. */
  addresses?(config: C): "mail" | "number" | null;
  /** Whether a message to nobody in particular has a receiver; without it, it has. */
  hasOwnReceiver?(config: C): boolean;
}

export function contactPointKind<S extends SettingsShape>(
  settings: (fields: SettingsFields) => S,
  kind: NoInfer<Omit<KindOf<S>, "settings">>,
): KindOf<S> {
  return { settings, ...kind };
}

export function hostAndPort({ host, port }: { host: string; port: number }): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** A password that would be sent without encryption. */
export function passwordInClear(isPlain: boolean, user: unknown): Issue[] {
  const message = "Needs an encrypted connection: a password is never sent in the clear";
  return isPlain && (user ?? null) !== null ? [{ path: "user", message }] : [];
}

/** What is wrong with an address to send to; undefined: nothing. */
export function addressProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) {
    return "Must be an https or http address";
  }
  if (url.username !== "" || url.password !== "") {
    return "Must have no user and password; use a header with a secret";
  }
  return url.hash === "" && !text.includes("#") ? undefined : "Must have no fragment (#)";
}

/** Fields of several kinds. */
export const PORT = { input: "number", label: "Port", min: 1, max: 65_535, isHalf: true } as const;
export const USER = { input: "text", label: "User", isOptional: true, isHalf: true } as const;
export const CERTIFICATES: FormField<string | null> = {
  input: "area",
  label: "Certificates",
  hint: "As PEM; empty: the public authorities",
  isOptional: true,
  fold: "Certificates of your own authority",
};
