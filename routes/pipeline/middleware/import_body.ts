import type { MiddlewareHandler } from "hono";
import { inTimeSlices } from "../../../concurrency/time_slices.ts";
import { splitImport } from "../../../domain/package/document_items.ts";
import { validationRefusal } from "../../../domain/shared/refusal.ts";
import type { AppEnv } from "../env.ts";
import { limitOf, notJson, parseObject, readBytes, useBody } from "./json_body.ts";

/**
 * Reads the body of an import. Its templates and instances stay JSON text until they are imported one by one; in the
 * body that the schema checks, each is a number.
 */
export function importBody(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const split = await splitBody(await readBytes(c.req.raw, limitOf(c)));
    if ("path" in split) throw validationRefusal([split]);
    c.set("documentItems", split.items);
    useBody(c, parseObject(split.frame));
    await next();
  };
}

async function splitBody(bytes: Uint8Array) {
  try {
    return await inTimeSlices(splitImport(bytes));
  } catch (error) {
    throw notJson(error);
  }
}
