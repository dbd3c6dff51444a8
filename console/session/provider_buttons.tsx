import type { Schemas } from "../api/client.ts";

interface ProviderButtonsProps {
  providers: Schemas["SignInOptions"]["providers"];
  /** The path to continue to. */
  next: string;
}

/** Links to the pages of the identity providers, which lead back to the path. */
export function ProviderButtons({ providers, next }: ProviderButtonsProps) {
  return (
    <div class="provider-buttons">
      {providers.map(({ id, label }) => (
        <a
          key={id}
          class="button"
          data-native
          href={`/auth/oidc/${id}/begin?next=${encodeURIComponent(next)}`}
        >
          {label}
        </a>
      ))}
    </div>
  );
}
