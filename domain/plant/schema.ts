import { z } from "zod";
import { ignoring, limitedText, nameText, onAnyObject } from "../shared/schema.ts";
import { TEXT_LIMITS } from "../shared/text.ts";
import { NODE_TYPES } from "./types.ts";

export const FLOC_ID = /^[\p{L}\p{N}_.-]{1,100}$/u;
const FLOC_ID_TEXT = "Must be 1 to 100 letters, digits, '-', '_' or '.'";

/** Whether a text is a valid functional location identifier. */
export function isFlocId(text: string): boolean {
  return FLOC_ID.test(text);
}

const nodeType = z.enum(NODE_TYPES);
const parentId = limitedText({ max: TEXT_LIMITS.flocId }).nullable();

/** Body of POST /api/plant-model. A node without a parent is a root. */
export const plantNodeSchema = ignoring(
  ["id", "children"],
  z.strictObject({
    floc_id: z.string().regex(FLOC_ID, FLOC_ID_TEXT),
    name: nameText(),
    node_type: nodeType,
    parent_id: parentId.default(null),
  }),
);

/** Body of PUT /api/plant-model/{floc_id}. `type` is the tree's name for `node_type`. */
export const plantNodeChangeSchema = ignoring(
  ["id", "floc_id", "children"],
  z.strictObject({
    name: nameText().optional(),
    node_type: nodeType.optional(),
    type: nodeType.optional(),
    parent_id: parentId.optional(),
  }).refine(
    (body) => body.type === undefined || body.node_type === undefined || body.type === body.node_type,
    {
      path: ["type"],
      message: "Contradicts node_type; send only one of the two",
      when: onAnyObject,
    },
  ),
);
