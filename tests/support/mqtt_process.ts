/**
 * A process with a source of kind `mqtt`, for the test that kills it. Takes the broker's port and the source's folder, and
 * prints a line once it has stored something.
 */
import { mqttSource } from "./mqtt_source.ts";

const [port, folder] = Deno.args;
const topics = [{ topic: "n", value: "v", time: "t" }];
const source = await mqttSource({ port: Number(port), folder: folder!, config: { topics } });
const timer = setInterval(() => {
  if (source.collected().samples === 0) return;
  console.log("stored");
  clearInterval(timer);
}, 1);
