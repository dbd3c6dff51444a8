import { useConsole } from "../shell/console.ts";
import type { Delivery } from "./delivery_text.ts";

/** Who is told, and by which way. */
export function DeliveryTarget({ delivery }: { delivery: Delivery }) {
  const { people } = useConsole();
  const { username, user_id, address } = delivery;
  const by = wayText(delivery);
  if (user_id === null) return <>{by}</>;
  return (
    <>
      {username === null ? "A deleted user" : people.nameOf(username)}{" "}
      <span class="muted">{address === null ? by : `${by}, ${address}`}</span>
    </>
  );
}

export function wayText({ contact_point_name }: Delivery): string {
  return contact_point_name ?? "a deleted contact point";
}
