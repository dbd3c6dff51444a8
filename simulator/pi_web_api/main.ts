import type { Ms } from "../../domain/shared/time.ts";
import { runDairy } from "./dairy.ts";
import { startPiWebApi } from "./server.ts";

/** Starts a PI System with the simulated dairy, and prints one JSON line with its address and credentials. */
export function runPiSimulator({ port, now, seed }: { port: number; now: () => Ms; seed?: number }) {
  const server = startPiWebApi({ port, now, password: crypto.randomUUID() });
  const { url, user, password, world } = server;
  const dairy = runDairy({ world, now, seed });
  const database = `\\\\${world.assetServer}\\${world.database}`;
  console.log(JSON.stringify({
    url,
    af_database: database,
    data_archive: world.dataServer,
    user_name: user,
    secret: password,
  }));
  return {
    async close() {
      dairy[Symbol.dispose]();
      await server.close();
    },
  };
}
