import { useLocation } from "preact-iso";

export interface OpenItem {
  /** The id of the open item, `new`, or empty. */
  open: string;
  show(item: string | number): void;
  close(): void;
}

/** The open item of a list, kept in the address: `?open=3`, `?open=new`. */
export function useOpenItem(): OpenItem {
  const { path, query, route } = useLocation();
  const go = (item: string) => {
    const { open: _, ...rest } = query;
    const next = new URLSearchParams(item === "" ? rest : { ...rest, open: item });
    route(next.size === 0 ? path : `${path}?${next}`);
  };
  return { open: query.open ?? "", show: (item) => go(String(item)), close: () => go("") };
}
