import { RequestBanner, RequestHistory } from '#core/approvals/web/public.ts'
import { RecordHistory } from '#core/audit/web/public.ts'
import { findHold } from '#core/disbursement/contract/holds.ts'
import { disbursementsTopic } from '#core/disbursement/contract/machine.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { RecordDrawer } from '#platform/web/kit/detail/record-drawer.tsx'
import { useLiveRead } from '#platform/web/live/live-reads.ts'
import { words } from './words.ts'

type Hold = OutputOf<typeof findHold>
const SUBJECT = 'disbursement.hold'

/** A held account: why, for whom, and what was decided. */
export default function HoldDrawer({ row: { id }, onClose }: DialogProps<Pick<Hold, 'id'>>) {
  const labels = useLabels(words)
  const query = useContractQuery(findHold, { id }, { quiet: true })
  useLiveRead(disbursementsTopic, query)
  return (
    <RecordDrawer query={query} title={({ accountNumber }) => accountNumber} size={720} onClose={onClose}>
      {(hold) => {
        const given = (fields: readonly Extract<keyof Hold, string>[]) => fields.filter((field) => hold[field] !== null && hold[field] !== '')
        const shown = { entity: SUBJECT, schema: findHold.output, value: hold } as const
        return (
          <>
            {hold.pendingRequestId !== null && <RequestBanner requestId={hold.pendingRequestId} />}
            <Section title={labels.text('groupHold')}>
              <FieldList
                {...shown}
                fields={[
                  'status',
                  'reason',
                  'accountNumber',
                  'bankBin',
                  'name',
                  'itemCode',
                  'sourceCode',
                  'amount',
                  'unitName',
                  'heldAt',
                  ...given(['reference', 'words', 'listedName', 'answeredName']),
                ]}
              />
            </Section>
            {hold.status !== 'HELD' && (
              <Section title={labels.text('groupNew')}>
                <FieldList {...shown} fields={[...given(['newAccountNumber', 'newBankBin', 'newAccountName']), 'decidedBy', 'decidedAt', 'stepNote']} />
              </Section>
            )}
            <RequestHistory subjectType={SUBJECT} subjectId={id} />
            <RecordHistory subjectType={SUBJECT} subjectId={id} />
          </>
        )
      }}
    </RecordDrawer>
  )
}
