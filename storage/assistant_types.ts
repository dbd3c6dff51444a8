import type { AssistantTypeRecord } from "../domain/assistant/schema.ts";
import { type NamedRecord, NamedRecords } from "./named_records.ts";
import { nouns } from "./nouns.ts";

export type AssistantTypeDraft = Pick<
  AssistantTypeRecord,
  "name" | "description" | "base_instructions" | "is_active"
>;

/** Assistant types. Each counts the providers that use it. */
export class AssistantTypes extends NamedRecords<AssistantTypeRecord, AssistantTypeDraft> {
  protected readonly noun = nouns.assistantType;

  protected made(draft: AssistantTypeDraft, { v, id, ...created }: NamedRecord): AssistantTypeRecord {
    return { v, id, ...draft, ...created };
  }
}
