import type { Schemas } from "../../api/client.ts";
import { Copied } from "../../parts/copied.tsx";

/** Andon's addresses, as the provider needs them. */
export function ProviderAddresses({ addresses }: { addresses: Schemas["IdentityProviderAddresses"] }) {
  const { redirect_address, after_logout_address, backchannel_logout_address } = addresses;
  return (
    <dl class="provider-addresses">
      <dt>Redirect address</dt>
      <dd>
        <Copied text={redirect_address} what="redirect address" />
      </dd>
      <dt>Address after a logout</dt>
      <dd>
        <Copied text={after_logout_address} what="address after a logout" />
      </dd>
      <dt>Back-channel logout address, where the provider has one</dt>
      <dd>
        <Copied text={backchannel_logout_address} what="back-channel logout address" />
      </dd>
    </dl>
  );
}
