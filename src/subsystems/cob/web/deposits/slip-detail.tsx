import { RecordHistory } from '#core/audit/web/public.ts'
import { TraceLink } from '#core/trace/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { act } from '#platform/web/kit/actions/actions.tsx'
import { DetailLayout, Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { FileList } from '#platform/web/kit/detail/file-list.tsx'
import { Neighbours } from '#platform/web/kit/detail/neighbours.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { useAsked } from '#platform/web/shell/routing/screen-context.ts'
import { depositRoutes } from '../../contract/deposit-paths.ts'
import { confirmSlip, findSlip, listSlips, resolveSlip, slipMachine } from '../../contract/tktt.ts'
import { getCodTransaction } from '../../contract/transactions.ts'
import { paths } from '../paths.ts'
import { DepositLines } from './deposit-lines.tsx'
import { words } from './words.ts'

type Slip = OutputOf<typeof findSlip>

const invalidates = [findSlip, listSlips]
const actions = [
  act(confirmSlip, { key: 'confirm', ask: ['bankAmount', 'note'], invalidates }),
  act(resolveSlip, { key: 'resolve', ask: ['resolution', 'reason'], invalidates }),
]

/** One slip of a bank: what was paid in, what the bank says, and the items that it is for. */
export default function SlipDetail() {
  const id = useAsked().get('id') ?? ''
  const query = useContractQuery(findSlip, { id }, { quiet: true, enabled: id !== '' })
  return (
    <DetailLayout
      query={query}
      offers={{ actions, schema: findSlip.output, entity: 'cob.deposits.slip' }}
      head={(slip) => ({
        code: slip.code,
        status: { machine: slipMachine.name, value: slip.status },
        amount: { value: slip.amount, currency: 'VND' },
        actions: (
          <>
            {slip.transactionCode && <TraceLink code={slip.transactionCode} />}
            <Neighbours list={listSlips} id={id} path={(other) => `${paths.tkttSlip}?${new URLSearchParams({ id: other })}`} />
          </>
        ),
      })}
      aside={(slip) => <RecordHistory subjectType="cob.bank_slip" subjectId={slip.id} />}
    >
      {(slip) => <Facts slip={slip} />}
    </DetailLayout>
  )
}

function Facts({ slip }: { slip: Slip }) {
  const labels = useLabels(words)
  const opens = usePermission(getCodTransaction.permission)
  const { transactionId, transactionCode } = slip
  return (
    <>
      <Section title={labels.text('groupSlip')}>
        <FieldList
          entity="cob.deposits.slip"
          schema={findSlip.output}
          value={slip}
          fields={[
            ...(['courierName', 'courierCode', 'unitName', 'bankName', 'bankReference', 'paidOn', 'amount'] as const),
            ...(slip.bankAmount === null ? [] : (['bankAmount', 'difference'] as const)),
            ...(['enteredBy', 'enteredAt'] as const),
            ...(slip.decidedAt === null ? [] : (['decidedBy', 'decidedAt'] as const)),
            ...(slip.note === '' ? [] : (['note'] as const)),
          ]}
        />
        {opens && transactionId && transactionCode && (
          <p>
            <PageLink to={depositRoutes.TKTT.replace('{id}', transactionId)}>{labels.text('toTransaction', { code: transactionCode })}</PageLink>
          </p>
        )}
      </Section>
      {slip.lines.length > 0 && (
        <Section title={labels.text('groupItems')}>
          <DepositLines lines={slip.lines} />
        </Section>
      )}
      <Section title={labels.text('groupPhotos')}>
        <FileList files={slip.attachments} />
      </Section>
    </>
  )
}
