/** Whether a click selects a row. On a link, Ctrl opens a tab, as everywhere; a control acts by itself. */
export function isSelecting({ target, shiftKey, ctrlKey, metaKey }: MouseEvent): boolean {
  if (!(target instanceof Element) || target.closest("input, button") !== null) return false;
  return shiftKey || (ctrlKey || metaKey) && target.closest("a") === null;
}
