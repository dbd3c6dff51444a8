/** The longest filter and topic, in characters. */
export const LONGEST_TOPIC = 1_000;

/** Why a text is no topic filter; undefined: it is one. */
export function filterProblem(filter: string): string | undefined {
  const levels = filter.split("/");
  if (filter === "") return "Must not be empty; # takes all topics";
  if (filter.startsWith("$share/")) return "Must not be a shared subscription: Andon needs every message";
  if (levels.some((level) => level.includes("+") && level !== "+")) {
    return "+ stands for a whole level, as in plant/+/state";
  }
  if (levels.some((level, i) => level.includes("#") && (level !== "#" || i < levels.length - 1))) {
    return "# stands alone and last, as in plant/#";
  }
  return undefined;
}

/** Whether a message of this topic comes by this filter. Wildcards do not take topics of the broker, as $SYS. */
export function matches(filter: readonly string[], topic: readonly string[]): boolean {
  if (topic[0]!.startsWith("$") && filter[0] !== topic[0]) return false;
  for (let i = 0; i < filter.length; i++) {
    const level = filter[i]!;
    if (level === "#") return true;
    if (i >= topic.length || level !== "+" && level !== topic[i]) return false;
  }
  return filter.length === topic.length;
}

const PLACEHOLDER = /\{([^{}]*)\}/g;
const KNOWN = /^(topic|field|[1-9]\d?)$/;

/** Why a text is no template of names; undefined: it is one. */
export function templateProblem(template: string): string | undefined {
  const unknown = [...template.matchAll(PLACEHOLDER)].find(([, name]) => !KNOWN.test(name!));
  if (unknown !== undefined) return `${unknown[0]} is not known; there are {topic}, {1}, {2} … and {field}`;
  return /[{}]/.test(template.replace(PLACEHOLDER, "")) ? "Has a { or } without its other half" : undefined;
}

/** The template with the levels of a topic; a level that the topic does not have is left out as undefined. */
export function fillTemplate(
  template: string,
  { topic, field }: { topic: string; field: string },
): string | undefined {
  const levels = topic.split("/");
  let isComplete = true;
  const filled = template.replace(PLACEHOLDER, (_, name: string) => {
    if (name === "topic") return topic;
    if (name === "field") return field;
    const level = levels[Number(name) - 1];
    isComplete &&= level !== undefined;
    return level ?? "";
  });
  return isComplete ? filled : undefined;
}
