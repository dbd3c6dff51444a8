import { plantSettingsSchema } from "../../domain/plant_settings/schema.ts";
import { answerData, answerWritten } from "../pipeline/answer.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { answers } from "../pipeline/document/answers.ts";
import { actorOf } from "../pipeline/env.ts";
import { body, newRoutes } from "../pipeline/route.ts";
import { plantSettings } from "./views/schemas/plant_settings.ts";

export function plantSettingsRoutes({ storage }: AppDeps) {
  return newRoutes("Configuration")
    .handle("GET /api/plant-settings", {
      may: "viewer",
      screen: true,
      operationId: "getPlantSettings",
      responses: answers("What the plant has set for everybody", { data: plantSettings }),
    }, (c) => answerData(c, storage.plantSettings.get()))
    .handle("PUT /api/plant-settings", {
      may: "admin",
      request: { body: body(plantSettingsSchema, { keep_unacknowledged: false }) },
      description:
        "`keep_unacknowledged` is on from the first start. Switching it off empties the event wall's " +
        "`unacknowledged`; switching it on again keeps the events that clear from then on. `working_hours` and " +
        "`holidays` are the calendar that notification policies may wait for.",
      operationId: "savePlantSettings",
      responses: answers("The saved settings", {
        data: plantSettings,
        message: () => "The plant's settings are saved",
      }),
    }, async (c, message) => {
      const data = await storage.plantSettings.save(c.req.valid("json"), actorOf(c));
      return answerWritten(c, { message: message(), data });
    });
}
