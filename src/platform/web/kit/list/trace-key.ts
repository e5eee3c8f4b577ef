import { useSession } from '../../session/session-store.ts'
import { portalSetup } from '../../shell/preferences/setup.ts'
import { openAddress } from '../../shell/routing/navigation.ts'
import { screenFor } from '../../shell/routing/use-screen-of.ts'

/** Of letters and digits, or two such words of which both hold a digit, as the order of a merchant: names, amounts and days are none. */
const CODE = /^(?=\S*\d)(?=.*[A-Za-z])[\w./-]{4,64}(?: (?=\S*\d)[\w./-]{1,64})?$/

export const codeAmong = (texts: readonly string[]): string | undefined => texts.find((text) => CODE.test(text))

/** The screen that tells of any code where its money is, for who has it. */
export function traceScreen(): string | undefined {
  return screenFor(useSession.getState().user, portalSetup().trace.permission)?.screen.path
}

/** Opens it with the code of the cell that one is at, otherwise with the first one of the row. */
export function traceRow(line: HTMLTableRowElement, target: Element): void {
  const path = traceScreen()
  const cells = [target.closest('td'), ...line.cells]
  const code = codeAmong(cells.map((cell) => cell?.textContent.trim() ?? ''))
  if (path !== undefined && code !== undefined) openAddress(`${path}?${new URLSearchParams({ reference: code })}`)
}
