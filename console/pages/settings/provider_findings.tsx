import type { Schemas } from "../../api/client.ts";

export type ProviderTest = Schemas["IdentityProviderTest"];

export const FINDING_STATUS: Readonly<Record<ProviderTest["status"], string>> = {
  ok: "Works",
  failed: "Failed",
  unclear: "Not certain",
};

/** What works at a provider and what does not. */
export function ProviderFindings({ test }: { test: ProviderTest }) {
  return (
    <>
      <ul class="provider-findings">
        {test.findings.map(({ check, status, message }) => (
          <li key={check} class={status}>
            <strong>{FINDING_STATUS[status]}:</strong> {message}
          </li>
        ))}
      </ul>
      {test.findings.some(({ check }) => check === "redirect_address") && (
        <p class="muted">
          Redirect address: <code>{test.redirect_address}</code>
        </p>
      )}
    </>
  );
}
