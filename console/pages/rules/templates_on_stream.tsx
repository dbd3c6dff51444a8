import { useResource } from "../../live/use_resource.ts";
import { templatesOn } from "../../parts/shared_resources.ts";
import { ruleOnStreamAddress } from "../../rules/rule_address.ts";
import { useConsole } from "../../shell/console.ts";
import type { Stream } from "../../streams/stream_index.ts";

const MOST_NAMED = 5;

/** Templates that evaluate the stream already, to which the rule can be added in place of a new template. */
export function TemplatesOnStream({ stream }: { stream: Stream }) {
  const { api, session } = useConsole();
  const templates = useResource(
    `templates on stream ${stream.id}`,
    (signal) => templatesOn(api, { stream: stream.id, signal }),
    { changes: ["template", "instance"] },
  ).state.value.value;
  if (templates === undefined || templates.size === 0 || !session.may("PUT /api/templates/:id")) return null;
  const named = [...templates.values()].slice(0, MOST_NAMED);
  return (
    <p class="rules-note">
      <span>
        This stream has rules already. Add the rule to {named.map(({ id, name }, at) => (
          <span key={id}>
            {at > 0 && ", "}
            <a href={ruleOnStreamAddress(stream.id, id)}>{name}</a>
          </span>
        ))}
        , or go on with a new template.
      </span>
    </p>
  );
}
