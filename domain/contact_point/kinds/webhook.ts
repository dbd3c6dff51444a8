import { addressProblem, CERTIFICATES, contactPointKind } from "../kind.ts";
import { CONTACT_POINT_LIMITS } from "../limits.ts";
import type { SettingsFields } from "../settings_fields.ts";

export const WEBHOOK = contactPointKind(({ lineText, checked, ca }: SettingsFields) => ({
  url: checked(lineText({ max: CONTACT_POINT_LIMITS.url }), addressProblem),
  ca: ca(),
}), {
  label: "Webhook",
  form: {
    url: { input: "text", label: "Address", hint: "https://…" },
    ca: CERTIFICATES,
  },
  secrets: {
    secret: "Signing secret",
    second_secret: "Second secret, while the first is replaced (optional)",
  },
  secretsNote: "each `whsec_` and 24 to 64 bytes as base64; the second while the first is replaced",
  uses: () => ["secret", "second_secret"],
  spare: ["second_secret"],
  secretProblem: (_, value) =>
    isSigningSecret(value) ? undefined : "Must be whsec_ and 24 to 64 bytes as base64",
  newSecret: (bytes) => `whsec_${btoa(String.fromCharCode(...bytes))}`,
  receiver: ({ url }) => new URL(url).origin,
});

function isSigningSecret(text: string): boolean {
  try {
    const { length } = atob(text.replace(/^whsec_/, ""));
    return text.startsWith("whsec_") && length >= 24 && length <= 64;
  } catch {
    return false;
  }
}
