import { DataType } from "node-opcua-client";
import type { OpcUaServer } from "./opc_ua_server.ts";

/** A variable of the plant: its stream, and its node. */
export const TEMP = "Line1/Filler/Temp", TEMP_NODE = "Line1.Filler.Temp";

/** A line with a variable of each type. */
export function plant(server: OpcUaServer): void {
  server.folderAt("Line1");
  server.folderAt("Line1.Filler", "Line1");
  server.variable("Line1.Filler.Temp", DataType.Double, { unit: { displayName: { text: "°C" } }, value: 20 });
  server.variable("Line1.Filler.Speed", DataType.Float, { value: 0.1 });
  server.variable("Line1.Run", DataType.Boolean, { value: true });
  server.variable("Line1.Batch", DataType.String, { value: "A-17" });
  server.variable("Line1.Count", DataType.Int64, { value: [0, 7] });
}

export class TestFolder implements AsyncDisposable {
  private constructor(readonly path: string) {}

  static async make(): Promise<TestFolder> {
    return new TestFolder(await Deno.makeTempDir({ prefix: "opc_ua" }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.path, { recursive: true });
  }
}
