import { assertEquals } from "@std/assert";
import { denokvTest } from "../support/denokv.ts";
import { CHANNELS } from "../support/presence.ts";
import { proveRevocation, WAYS } from "../support/revocation_proof.ts";

denokvTest(
  "who loses access loses pages, sockets, streams and /mcp, at the next leader too, and nobody else",
  async (kv) => {
    const { losses, afterTakeOver } = await proveRevocation({ kv });
    const expected = WAYS.flatMap((way) => CHANNELS.map((channel) => `${way}: ${channel}`));
    assertEquals(losses.map(({ way, channel }) => `${way}: ${channel}`), expected);
    assertEquals(afterTakeOver, WAYS.map(() => 401));
  },
);
