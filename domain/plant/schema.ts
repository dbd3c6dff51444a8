import { z } from "zod";
import {
  changeFields,
  ignoring,
  limitedText,
  nameText,
  onAnyObject,
  storedFields,
} from "../shared/schema.ts";
import { TEXT_LIMITS } from "../shared/text.ts";
import { NODE_TYPES } from "./types.ts";

/** Also designations of IEC 81346 and SAP: `=A1 +B2 -M3`, `1000/PUMP 7`. */
export const FLOC_ID =
  /^([\p{L}\p{M}\p{N}\p{P}\p{S}]([\p{L}\p{M}\p{N}\p{P}\p{S} ]*[\p{L}\p{M}\p{N}\p{P}\p{S}])?)?$/u;

/** A functional location identifier. As a part of a path, `.` and `..` lead elsewhere. */
export const flocId = () =>
  z.string().min(1).max(TEXT_LIMITS.flocId)
    .regex(FLOC_ID, "Must be printable characters without a blank at its ends")
    .refine((id) => id !== "." && id !== "..", "Must not be '.' or '..'");

/** Whether a text is a valid functional location identifier. */
export function isFlocId(text: string): boolean {
  return given.floc_id.safeParse(text).success;
}

const nodeType = z.enum(NODE_TYPES);
const parentId = limitedText({ max: TEXT_LIMITS.flocId }).nullable();

/** A node of the ISA-95 plant model as a body gives it. One without a parent is a root. */
const given = {
  floc_id: flocId(),
  name: nameText(),
  node_type: nodeType,
  parent_id: parentId.default(null),
};

/** The same as it is stored and read. */
export const plantNode = z.strictObject(storedFields(given));
export interface PlantNodeRecord extends z.infer<typeof plantNode> {
  v: 1;
}

/** What a read of a node shows. */
const READ = ["id", "children", ...Object.keys(given)];

/** Body of POST /api/plant-model. */
export const plantNodeSchema = ignoring(READ, z.strictObject(given));

const { floc_id: _, parent_id, ...named } = given;

/** Body of PUT /api/plant-model/{floc_id}. `type` is the tree's name for `node_type`. */
export const plantNodeChangeSchema = ignoring(
  READ,
  z.strictObject(changeFields({ ...named, type: nodeType, parent_id })).refine(
    (body) => body.type === undefined || body.node_type === undefined || body.type === body.node_type,
    {
      path: ["type"],
      message: "Contradicts node_type; send only one of the two",
      when: onAnyObject,
    },
  ),
);
