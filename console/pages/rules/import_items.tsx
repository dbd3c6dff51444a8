import { useSignal } from "@preact/signals";
import { DifferenceList } from "./difference_list.tsx";
import { importDifference, type ImportItem, type PackageDocument, STATUS_WORDS } from "./import_reading.ts";
import { namesInWords } from "./words.ts";

interface ItemsProps {
  items: readonly ImportItem[];
  document: PackageDocument;
  stored: PackageDocument | undefined;
}

const SHOWN = 100;

/** What becomes of each thing of the document; what changes or is refused first. */
export function ImportItems({ items, document, stored }: ItemsProps) {
  const shown = useSignal(SHOWN);
  const same = items.filter(({ status }) => status === "unchanged");
  const ordered = items.filter(({ status }) => status !== "unchanged").sort((a, b) => rankOf(a) - rankOf(b));
  return (
    <>
      <ul class="rules-import-items" aria-label="What it changes">
        {ordered.slice(0, shown.value).map((item) => (
          <li key={`${item.type} ${item.template ?? ""} ${item.name}`} class="panel">
            <p>
              <span class="muted">{item.type}</span> <strong>{item.name}</strong>
              {item.template !== undefined && <span class="muted">{` of ${item.template}`}</span>}
              <span class={item.status === "refused" ? "rules-mark refused" : "rules-mark"}>
                {STATUS_WORDS[item.status]}
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
          onClick={() => shown.value += SHOWN * 5}
        >
          Show more of the {(ordered.length - shown.value).toLocaleString("en")} others
        </button>
      )}
      {same.length > 0 && (
        <details>
          <summary>{same.length.toLocaleString("en")} of it stay the same</summary>
          <p class="muted">{namesInWords(same.map(({ name }) => name), SHOWN)}</p>
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
  return <p class="muted">Differs in {item.changes.join(", ")}</p>;
}
