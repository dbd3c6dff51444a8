import { assertEquals } from "@std/assert";
import { AndonProcess } from "../support/andon_process.ts";
import { inTime } from "../support/eventually.ts";

Deno.test({
  name: "Andon, with the permissions of a service, tells systemd that it is ready and then that it is alive",
  ignore: Deno.build.os === "windows",
  async fn() {
    const dataDir = await Deno.makeTempDir();
    const path = `${dataDir}/systemd`;
    const systemd = Deno.listenDatagram({ transport: "unixpacket", path });
    try {
      await using _andon = await AndonProcess.start({
        dataDir: `${dataDir}/data`,
        allow: "127.0.0.1",
        environment: { NOTIFY_SOCKET: path, WATCHDOG_USEC: "1000000" },
      });
      const heard = async () =>
        new TextDecoder().decode((await inTime("systemd hears it", systemd.receive()))[0]);
      assertEquals([await heard(), await heard(), await heard()], [
        "READY=1\nWATCHDOG=1",
        "WATCHDOG=1",
        "WATCHDOG=1",
      ]);
    } finally {
      systemd.close();
      await Deno.remove(dataDir, { recursive: true });
    }
  },
});
