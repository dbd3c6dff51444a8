import { useSignal } from "@preact/signals";
import { DifferenceList } from "./difference_list.tsx";
import { importDifference, type ImportItem, type PackageDocument, STATUS_TEXTS } from "./import_reading.ts";
import { numberText } from "../../parts/numbers.ts";
import { namesText } from "../../parts/names_text.ts";

interface ItemsProps {
  items: readonly ImportItem[];
  document: PackageDocument;
  stored: PackageDocument | undefined;
}

const PAGE_ITEMS = 100;

/** The result for each item of the document; refused and changed items first. */
export function ImportItems({ items, document, stored }: ItemsProps) {
  const shown = useSignal(PAGE_ITEMS);
  const same = items.filter(({ status }) => status === "unchanged");
  const ordered = items.filter(({ status }) => status !== "unchanged").sort((a, b) => rankOf(a) - rankOf(b));
  return (
    <>
      <ul class="rules-import-items" aria-label="Changes">
        {ordered.slice(0, shown.value).map((item) => (
          <li key={`${item.type} ${item.template ?? ""} ${item.name}`} class="panel">
            <p>
              <span class="muted">{item.type}</span> <strong>{item.name}</strong>
              {item.template !== undefined && <span class="muted">{` of ${item.template}`}</span>}
              <span class={item.status === "refused" ? "rules-mark refused" : "rules-mark"}>
                {STATUS_TEXTS[item.status]}
              </span>
            </p>
            <Changes item={item} document={document} stored={stored} />
            {item.problems.length > 0 && (
              <ul class="rules-problems">
                {item.problems.map(({ path, message }) => <li key={`${path} ${message}`}>{message}</li>)}
              </ul>
            )}
          </li>
        ))}
      </ul>
      {ordered.length > shown.value && (
        <button
          type="button"
          class="rules-more"
          onClick={() => shown.value += PAGE_ITEMS * 5}
        >
          Show more ({numberText(ordered.length - shown.value)} left)
        </button>
      )}
      {same.length > 0 && (
        <details>
          <summary>{numberText(same.length)} unchanged</summary>
          <p class="muted">{namesText(same.map(({ name }) => name), PAGE_ITEMS)}</p>
        </details>
      )}
    </>
  );
}

function rankOf({ status, type }: ImportItem): number {
  const order: readonly ImportItem["status"][] = [
    "refused",
    "would_update",
    "updated",
    "would_create",
    "created",
  ];
  return order.indexOf(status) * TYPES.length + TYPES.indexOf(type);
}

const TYPES: readonly ImportItem["type"][] = ["package", "template", "instance"];

function Changes({ item, document, stored }: { item: ImportItem } & Omit<ItemsProps, "items">) {
  const differences = importDifference(item, { document, stored });
  if (differences !== undefined) return <DifferenceList differences={differences} />;
  if (item.changes.length === 0) return null;
  return <p class="muted">Changed fields: {item.changes.join(", ")}</p>;
}
