import { merchantMachine } from '#core/merchants/contract/machine.ts'
import type { listCodes } from '#core/vietqr/contract/codes.ts'
import { codeMachine } from '#core/vietqr/contract/machine.ts'
import type { RowOf } from '#kernel/contract.ts'
import { showDate } from '#kernel/dates.ts'
import { today } from '#platform/web/api/server-time.ts'
import { useLabels, useNames } from '#platform/web/i18n.ts'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { words } from './words.ts'

/** Its first day is not here yet: nobody can pay by it. */
export const isAhead = ({ validFrom }: { validFrom: string }): boolean => validFrom > today()

/** The state, and why a code in use is paid by nobody: its merchant, or its first day. */
export function CodeState({ status, merchantStatus, validFrom }: Pick<RowOf<typeof listCodes>, 'status' | 'merchantStatus' | 'validFrom'>) {
  const labels = useLabels(words)
  const merchants = useNames(merchantMachine.name)
  const merchant = merchantStatus === 'ACTIVE' ? undefined : merchants.enumValue(merchantMachine.name, merchantStatus).toLowerCase()
  const why = merchant
    ? labels.text('merchantIs', { status: merchant })
    : isAhead({ validFrom })
      ? labels.text('fromDay', { day: showDate(validFrom) })
      : undefined
  return (
    <span className="bt-tags">
      <StatusTag machine={codeMachine.name} value={status} />
      {status === 'ACTIVE' && why && <span className="bt-tag bt-tone-attention">{why}</span>}
    </span>
  )
}
