import { z } from "@hono/zod-openapi";
import { shown } from "../../../pipeline/document/shown.ts";
import { acknowledgedEvent, eventComment, ruleEvent } from "./event.ts";

export const commentOnEvent = shown(
  "CommentOnEvent",
  z.strictObject({ ...eventComment.schema.shape, event: ruleEvent.schema }),
  { ...eventComment.example, event: acknowledgedEvent.example },
);
