/** What the server calls things in its messages, in people's words. */
const WORDS: Readonly<Record<string, string>> = {
  api_key: "API key",
  base_url: "address",
  client_id: "client ID",
  tenant_id: "tenant ID",
  namespace_id: "namespace ID",
  display_name: "name",
  username: "user name",
  floc_id: "identifier",
  node_type: "type",
  parent_id: "parent",
  package_id: "package",
  template_id: "template",
  instance_id: "instance",
  instance_ids: "instances",
  plant_node_floc_id: "location",
  is_active: "active",
};

/** Lists whose items have a name of their own. */
const ITEMS: Readonly<Record<string, string>> = {
  rules: "rule",
  conditions: "condition",
  until: "end condition",
  placeholders: "placeholder",
  templates: "template",
  instances: "instance",
};

const ISO_TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z/g;
/** A field of the API that stands in a sentence, not in a quoted name, an address or a stream's name. */
const FIELD = /(?<![\w."“/<`:-])[a-z]+(?:_[a-z]+)+(?![\w"”/>`]|\.\w)/g;

/** `client_secret` is "client secret", `instance_ids` is "instances". */
export function fieldName(name: string): string {
  return WORDS[name] ?? name.replaceAll("_", " ");
}

/** A field's path as text: `rules.0.conditions.1.value` is "Rule 1, condition 2, value". */
export function pathName(path: string): string {
  const names: string[] = [];
  for (const part of path.split(".")) {
    const list = names.at(-1);
    if (/^\d+$/.test(part) && list !== undefined) names[names.length - 1] = `${list} ${Number(part) + 1}`;
    else names.push(ITEMS[part] ?? fieldName(part));
  }
  const text = names.join(", ");
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** A message of the server in people's words: its times in the reader's form, its fields by their names. */
export function plainMessage(message: string, timeText: (ms: number) => string): string {
  return message
    .replace(/^([a-z_]+(?:\.\w+)*): (?=\S)/, (_, path: string) => `${pathName(path)}: `)
    .replace(ISO_TIME, (iso) => timeText(Date.parse(iso)))
    .replace(FIELD, fieldName);
}

/** A text with its times in the reader's form. */
export function withPlainTimes(text: string, timeText: (ms: number) => string): string {
  return text.replace(ISO_TIME, (iso) => timeText(Date.parse(iso)));
}

/** The fields of an answer that people read. */
const READ: ReadonlySet<string> = new Set(["error", "message", "reason", "backtest_problem"]);
/** The texts in it are people's own, whatever their names. */
const OWN_TEXTS = "enrichment";

/** The body of an answer with its messages in people's words. */
export function plainBody(body: unknown, timeText: (ms: number) => string): unknown {
  if (Array.isArray(body)) return body.map((item) => plainBody(item, timeText));
  if (typeof body !== "object" || body === null) return body;
  const plainField = ([name, value]: [string, unknown]): [string, unknown] => {
    if (name === OWN_TEXTS) return [name, value];
    if (typeof value !== "string") return [name, plainBody(value, timeText)];
    return [name, READ.has(name) ? plainMessage(value, timeText) : value];
  };
  return Object.fromEntries(Object.entries(body).map(plainField));
}
