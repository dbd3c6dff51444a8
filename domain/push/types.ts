/** The kinds of push frames: the four of the interface, and Andon's own. */
export const FRAME_KINDS = [
  "event_created",
  "event_updated",
  "stream_updated",
  "ai_response",
  "resource_changed",
  "source_state",
  "discovery_progress",
] as const;

export const RESOURCE_TYPES = [
  "configuration",
  "source",
  "asset",
  "package",
  "template",
  "instance",
  "plant_node",
  "plant_settings",
  "user",
  "key",
  "ai_provider",
  "identity_provider",
  "assistant_type",
  "saved_view",
  "screen",
  "area",
  "notification_policy",
  "notification_drill",
  "contact_addresses",
  "team",
  "roster",
  "contact_point",
  "heartbeat",
  "shelf",
  "out_of_service",
] as const;
export type ResourceType = (typeof RESOURCE_TYPES)[number];

/** The data of a `resource_changed` frame. */
export interface ResourceChanged {
  type: ResourceType;
  id: number | string;
}
