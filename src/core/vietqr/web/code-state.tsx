import { merchantMachine } from '#core/merchants/contract/machine.ts'
import type { listCodes } from '#core/vietqr/contract/codes.ts'
import { codeMachine } from '#core/vietqr/contract/machine.ts'
import type { RowOf } from '#kernel/contract.ts'
import { showDate } from '#kernel/dates.ts'
import { today } from '#platform/web/api/server-time.ts'
import { useLabels, useNames } from '#platform/web/i18n.ts'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { words } from './words.ts'

type Paid = Pick<RowOf<typeof listCodes>, 'merchantStatus' | 'validFrom'>

/** What keeps a code from being paid by, whatever its own state, in the reader's words: how its merchant is, or the first day that is still to come. */
export function useStop(): (code: Paid) => { merchant: string } | { day: string } | undefined {
  const merchants = useNames(merchantMachine.name)
  return ({ merchantStatus, validFrom }) => {
    if (merchantStatus !== 'ACTIVE') return { merchant: merchants.enumValue(merchantMachine.name, merchantStatus).toLowerCase() }
    return validFrom > today() ? { day: showDate(validFrom) } : undefined
  }
}

/** The state, and why a code in use is paid by nobody. */
export function CodeState({ status, ...code }: Paid & Pick<RowOf<typeof listCodes>, 'status'>) {
  const labels = useLabels(words)
  const stop = useStop()(code)
  return (
    <span className="bt-tags">
      <StatusTag machine={codeMachine.name} value={status} />
      {status === 'ACTIVE' && stop && (
        <span className="bt-tag bt-tone-attention">{'day' in stop ? labels.text('fromDay', stop) : labels.text('merchantIs', { status: stop.merchant })}</span>
      )}
    </span>
  )
}
