import { assertEquals } from "@std/assert";
import { denokvTest } from "../support/denokv.ts";
import { CHANNELS } from "../support/presence.ts";
import { proveRevocation, WAYS } from "../support/revocation_proof.ts";

denokvTest(
  "who loses access loses pages, sockets, streams and /mcp on three processes, and nobody else",
  async (kv) => {
    const { losses, othersWork } = await proveRevocation({ kv });
    const expected = WAYS.flatMap((way) =>
      [0, 1, 2].flatMap((process) => CHANNELS.map((channel) => `${way} ${process} ${channel}`))
    );
    assertEquals(losses.map(({ way, process, channel }) => `${way} ${process} ${channel}`), expected);
    assertEquals(othersWork.length, 3);
  },
);
