import { Ellipsis, Plus } from "lucide";
import { Icon } from "../parts/icon.tsx";
import { Menu } from "../parts/menu.tsx";
import { ruleOnStreamAddress } from "../rules/rule_address.ts";
import { useConsole } from "../shell/console.ts";
import { useGo } from "../shell/guarded_navigation.ts";
import { useKeys } from "../shell/use_keys.ts";
import type { Stream } from "./stream_index.ts";

/** "New rule on this stream", or on one of several. */
export function NewRuleButton({ streams }: { streams: readonly Pick<Stream, "id" | "stream_name">[] }) {
  const { session } = useConsole();
  const go = useGo();
  const [only, another] = streams;
  const isOffered = session.may("POST /api/templates") && only !== undefined;
  useKeys(
    isOffered && another === undefined
      ? [{
        keys: "n",
        label: "New rule on this stream",
        group: "Stream",
        run: () => go(ruleOnStreamAddress(only.id)),
      }]
      : [],
  );
  if (!isOffered) return null;
  if (another === undefined) {
    return <a class="button" href={ruleOnStreamAddress(only.id)}>New rule on this stream</a>;
  }
  const items = streams.map(({ id, stream_name: label }) => ({
    label,
    run: () => go(ruleOnStreamAddress(id)),
  }));
  return (
    <Menu label="New rule on a stream" items={items}>
      <Icon node={Plus} />
      New rule on…
    </Menu>
  );
}

/** What can be done with the stream of a row. */
export function StreamMenu({ stream: { id, stream_name, data_type } }: { stream: Stream }) {
  const { session } = useConsole();
  const go = useGo();
  const items = [
    ...session.may("POST /api/templates")
      ? [{ label: "New rule on this stream", run: () => go(ruleOnStreamAddress(id)) }]
      : [],
    ...data_type === "NUM" && session.may("GET /api/trends")
      ? [{ label: "Explore", run: () => go(`/explore?streams=${id}`) }]
      : [],
  ];
  if (items.length === 0) return null;
  return (
    <Menu label={`Actions for ${stream_name}`} class="bare" items={items} isRowAction>
      <Icon node={Ellipsis} />
    </Menu>
  );
}

/** The key for a new rule on the stream of the focused row in a list of streams. */
export function useRowRuleKey(): void {
  const { session } = useConsole();
  const go = useGo();
  const streamOf = () => {
    const row = document.activeElement?.closest("[data-row]");
    return /^\/plant\/streams\/(\d+)/.exec(row?.querySelector("a")?.getAttribute("href") ?? "")?.[1];
  };
  useKeys(
    session.may("POST /api/templates")
      ? [{
        keys: "n",
        label: "New rule on the stream of the focused row",
        group: "Streams",
        run() {
          const id = streamOf();
          if (id !== undefined) go(ruleOnStreamAddress(Number(id)));
        },
      }]
      : [],
  );
}
