import type { PersonalContactPoints } from "../domain/contact_address/types.ts";
import { takesAddresses } from "../domain/contact_point/kinds.ts";
import type { AppDeps } from "../routes/pipeline/deps.ts";
import type { Storage } from "../storage/contract.ts";

type Client = AppDeps["contactPoints"];

/** The contact points that take the addresses of persons. */
export function personalContactPoints(
  { contactPoints }: Pick<Storage, "contactPoints">,
  client: Client,
): PersonalContactPoints {
  return {
    list: () =>
      contactPoints.list().filter(({ config }) => takesAddresses(config))
        .map(({ id, name, config }) => ({ id, name, takes: config.kind === "email" ? "mail" : "number" })),
    async send(id, message, options) {
      const opened = await contactPoints.opened(id);
      await using sender = client.sender(opened);
      return await sender.send(message, options);
    },
  };
}
