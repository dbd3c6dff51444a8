import { type Schemas, unwrap } from "../../api/client.ts";
import { useActions } from "../../parts/actions.ts";
import { useResource } from "../../live/use_resource.ts";
import { Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { Panel } from "../../parts/panel.tsx";

type Address = Schemas["ContactAddress"];

/** How another user is reached: their addresses in order, each with a button that removes it. */
export function UserAddresses(
  { user: { id, username } }: { user: Pick<Schemas["User"], "id" | "username"> },
) {
  const { api } = useConsole();
  const actions = useActions();
  const params = { path: { id } };
  const contact = useResource(
    `contact addresses of ${id}`,
    async (signal) => (await unwrap(api.GET("/api/users/{id}/contact-addresses", { params, signal }))).data,
    { changes: ["contact_addresses", "contact_point", "plant_settings"] },
  );

  async function remove({ id: address_id, address }: Address): Promise<void> {
    const one = { params: { path: { id, address_id } } };
    await actions.confirmed({
      title: `Remove ${address} of ${username}?`,
      text: "Notifications no longer go to it. They can add it again and confirm it.",
      action: "Remove",
    }, () => unwrap(api.DELETE("/api/users/{id}/contact-addresses/{address_id}", one)));
    contact.reload();
  }

  return (
    <Panel title="Addresses for notifications" label="Addresses">
      <Loaded resource={contact} what="Loading the addresses">
        {({ addresses }) =>
          addresses.length === 0
            ? <p class="muted">No address. Users add and confirm their own in their profile.</p>
            : (
              <ol class="stack">
                {addresses.map((address) => (
                  <li key={address.id} class="row wrap settings-address">
                    <div>
                      <strong>{address.address}</strong>
                      <p class="muted">
                        {address.contact_point ?? "The contact point is gone"}: {stateText(address)}
                      </p>
                    </div>
                    <button
                      type="button"
                      aria-label={`Remove ${address.address}`}
                      onClick={() => remove(address)}
                    >
                      Remove
                    </button>
                  </li>
                ))}
              </ol>
            )}
      </Loaded>
    </Panel>
  );
}

function stateText({ confirmed_at, is_allowed }: Address): string {
  if (!is_allowed) return "its domain is not allowed, so nothing goes to it";
  return confirmed_at === null ? "not confirmed, so nothing goes to it" : "confirmed";
}
