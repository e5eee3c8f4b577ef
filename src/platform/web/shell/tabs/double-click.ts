const MASKS = '.ant-drawer-mask, .ant-modal-wrap'
/** Buttons whose question or menu stands open. */
const OPENERS = '.ant-popover-open, .ant-dropdown-open'

/** True for a second press of a double click that would take away what the first one opened. Within the dialog itself every press counts. */
export function undoesItself(presses: number, target: { matches(selector: string): boolean; closest(selector: string): unknown }): boolean {
  if (presses < 2) return false
  return target.matches(MASKS) || target.closest(OPENERS) !== null
}

/** Many people press twice where once is enough: the second press is not heard where it would undo the first. Called once at start. */
export function ignoreSecondPress(): void {
  document.addEventListener(
    'click',
    (event) => {
      if (event.target instanceof Element && undoesItself(event.detail, event.target)) event.stopImmediatePropagation()
    },
    { capture: true },
  )
}
