export const policy = (n: number) => ({
  name: `Policy ${n}`,
  match: {
    area_ids: [1],
    plant_node_ids: ["N"],
    categories: ["health"],
    severities: ["error"],
    template_ids: [1],
    flags: ["initial"],
  },
  continue: false,
  group_by: ["plant_node"],
  group_wait_seconds: 30,
  group_interval_seconds: 300,
  steps: [{ after_minutes: 0, to: [{ kind: "user", id: 1 }] }],
  hours: "working_hours",
  repeat: 1,
  repeat_interval_minutes: 60,
  stop_on: ["acknowledge"],
  notify_resolved: true,
});
/** With the interval that a policy has anyway: the least one depends on `repeat`. */
export const endless = (n: number) => {
  const { repeat_interval_minutes: _, ...rest } = policy(n);
  return { ...rest, name: `Endless ${n}`, repeat: "until_answered" };
};
export const hours = { weekdays: [1], from: "22:00", to: "06:00" };
