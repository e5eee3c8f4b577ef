import { importLines } from '#core/payouts/contract/import.ts'
import { listLines } from '#core/payouts/contract/lines.ts'
import { findPayout, listPayouts } from '#core/payouts/contract/lists.ts'
import { importScreen } from '#platform/web/kit/import/import-screen.tsx'

/** The file of one draft, named by the address. */
export default importScreen(importLines, {
  invalidates: [listPayouts, findPayout, listLines],
  input: (given) => ({ listId: given.get('listId') ?? '' }),
})
