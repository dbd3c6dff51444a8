import { Plus } from "lucide";
import { type ComponentChildren, Fragment } from "preact";
import type { ResourceHandle } from "../live/use_resource.ts";
import { Icon } from "../parts/icon.tsx";
import { useOpenItem } from "../parts/open_item.ts";
import { Loaded } from "../parts/states.tsx";
import { Page } from "./page.tsx";
import { type Column, VirtualTable } from "../parts/table/virtual_table.tsx";

interface ListPageProps<T> {
  title: string;
  resource: ResourceHandle<readonly T[]>;
  /** The label of the button for a new item; false: the user may not create or change any. */
  create: string | false;
  /** Shown while there is no item. */
  empty: ComponentChildren;
  /** The form of an item; undefined: of a new one. */
  form(item: T | undefined, close: () => void): ComponentChildren;
  /** The columns of its table, if `children` draws none. */
  columns?: readonly Column<T>[];
  children?(rows: readonly T[], show: (id: number) => void): ComponentChildren;
  above?: ComponentChildren;
  below?: ComponentChildren;
}

/** A list whose items open in a form, at `?open=3` and `?open=new`. */
export function ListPage<T extends { id: number }>(
  { title, resource, create, empty, form, columns = [], children, above, below }: ListPageProps<T>,
) {
  const { open, show, close } = useOpenItem();
  const rows = resource.state.value.value;
  const table = (all: readonly T[]) => (
    <VirtualTable
      label={title}
      columns={columns}
      rows={all}
      onOpen={create === false ? undefined : ({ id }) => show(id)}
    />
  );
  const opened = rows?.find(({ id }) => String(id) === open);
  return (
    <Page title={title} tools={create !== false && <NewButton label={create} show={show} />}>
      {above}
      <Loaded resource={resource}>
        {(all) => all.length === 0 ? empty : (children ?? table)(all, show)}
      </Loaded>
      {below}
      {create !== false && rows !== undefined && (open === "new" || opened !== undefined) && (
        <Fragment key={open}>{form(opened, close)}</Fragment>
      )}
    </Page>
  );
}

interface NewButtonProps {
  label: string;
  /** What is open then; `new` by default. */
  item?: string;
  show(item: string): void;
}

export function NewButton({ label, item = "new", show }: NewButtonProps) {
  return (
    <button type="button" onClick={() => show(item)}>
      <Icon node={Plus} />
      {label}
    </button>
  );
}
