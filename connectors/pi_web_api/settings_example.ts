import { z } from "zod";
import type { PiWebApiConfig } from "./settings.ts";

/** What a test of the connection finds out. */
export const PI_WEB_API_TESTED = {
  service_info: z.strictObject({ version: z.string(), user: z.string() }),
  plant_info: z.strictObject({ kind: z.string(), name: z.string(), version: z.string() }),
};

const config: PiWebApiConfig = {
  url: "https://pi.example.com/piwebapi",
  af_database: "\\\\AF01\\Plant",
  data_archive: null,
  name_filter: "*",
  authentication: "basic",
  user_name: "PLANT\\andon",
  certificate: null,
  ca: null,
};

export const PI_WEB_API_EXAMPLE = {
  config,
  secrets: { secret: "the password of the user" },
  tested: {
    service_info: { version: "1.18.0.6", user: "PLANT\\andon" },
    plant_info: { kind: "AF database", name: "\\\\AF01\\Plant", version: "" },
  },
};
