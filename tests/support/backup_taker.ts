/** Takes backups one after the other until it is killed: <store> <target folder> <work folder> <store id>. */
import { folderTarget } from "../../connectors/backups/folder.ts";
import { takeBackup } from "../../services/backups/take.ts";
import { randomBytes, STORED_KEY } from "./stored_plant.ts";

const [store = "", folder = "", work = "", storeId = ""] = Deno.args;
console.log("begins");
for (let day = 0;; day++) {
  await takeBackup({
    target: folderTarget(folder),
    store,
    storeId,
    secretsKeys: { current: STORED_KEY },
    work,
    keep: { days: 2, weeks: 0, timeZone: "UTC" },
    now: () => Date.now() + day * 86_400_000,
    random: randomBytes,
  });
}
