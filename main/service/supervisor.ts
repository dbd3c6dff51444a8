import { type Layout, UNIT } from "./layout.ts";
import { run } from "./programs.ts";

/** What starts and stops the Andon of a machine. */
export interface Supervisor {
  /** Starts the bundle behind the link, and does not wait until it is ready. */
  start(): Promise<void>;
  /** Resolves when it has ended. */
  stop(): Promise<void>;
  /** Whether it has ended by itself since the start. */
  hasEnded(): Promise<boolean>;
}

/** systemd, with the unit of the bundle behind the link. */
export function systemd(layout: Layout): Supervisor {
  return {
    async start() {
      await copyUnit(layout);
      await run(["systemctl", "daemon-reload"]);
      await run(["systemctl", "reset-failed", UNIT]).catch(() => {});
      await run(["systemctl", "start", "--no-block", UNIT]);
    },
    async stop() {
      await run(["systemctl", "stop", UNIT]);
    },
    async hasEnded() {
      const { NRestarts, ActiveState } = await unitProperties();
      return Number(NRestarts) > 0 || ActiveState === "failed";
    },
  };
}

export async function copyUnit({ link, unit }: Layout): Promise<void> {
  await Deno.copyFile(`${link}/program/packaging/systemd/${UNIT}`, unit);
  await Deno.chmod(unit, 0o644);
}

/** `systemctl show`: all properties of the unit, also of one that is not there. */
export async function unitProperties(): Promise<Record<string, string>> {
  const lines = (await run(["systemctl", "show", UNIT])).split("\n");
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
}
