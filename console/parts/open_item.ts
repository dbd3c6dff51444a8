import { useLocation } from "preact-iso";

export interface OpenItem {
  /** What is open: an id, or `new`; empty: nothing. */
  open: string;
  show(item: string | number): void;
  close(): void;
}

/** The item of a list that is open, which stands in the address: `?open=3`, `?open=new`. */
export function useOpenItem(): OpenItem {
  const { path, query, route } = useLocation();
  const go = (item: string) => {
    const { open: _, ...rest } = query;
    const next = new URLSearchParams(item === "" ? rest : { ...rest, open: item });
    route(next.size === 0 ? path : `${path}?${next}`);
  };
  return { open: query.open ?? "", show: (item) => go(String(item)), close: () => go("") };
}
