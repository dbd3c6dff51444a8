import type { PersonalContactPoints } from "../domain/contact_address/types.ts";
import { addressesOf } from "../domain/contact_point/kinds.ts";
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
      contactPoints.list().flatMap(({ id, name, config }) => {
        const takes = addressesOf(config);
        return takes === null ? [] : [{ id, name, takes }];
      }),
    async send(id, message, options) {
      const opened = await contactPoints.opened(id);
      await using sender = client.sender(opened);
      return await sender.send(message, options);
    },
  };
}
