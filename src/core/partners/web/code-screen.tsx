import { Input } from 'antd'
import { PendingBadge } from '#core/approvals/web/public.ts'
import { PartnerSelect } from '#core/organisation/web/public.ts'
import type { RowOf } from '#kernel/contract.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { act, create, show } from '#platform/web/kit/actions/actions.tsx'
import { Field } from '#platform/web/kit/form/field.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { addOutcomeCode, agreeOutcomeCode, findOutcomeCode, listOutcomeCodes } from '../contract/codes.ts'
import { CodeDrawer } from './code-drawer.tsx'
import { VerdictTag } from './verdict.tsx'
import { words } from './words.ts'

type Code = RowOf<typeof listOutcomeCodes>
const view = show(CodeDrawer)

function Agreed({ verdict, pendingRequestId }: Pick<Code, 'verdict' | 'pendingRequestId'>) {
  const labels = useLabels(words)
  return pendingRequestId === null ? <VerdictTag value={verdict} otherwise={labels.text('notAgreed')} /> : <PendingBadge requestId={pendingRequestId} />
}

function CodeFields() {
  return (
    <>
      <Field name="partnerId">
        <PartnerSelect />
      </Field>
      <Field name="code">
        <Input autoComplete="off" spellCheck={false} className="bt-num" />
      </Field>
      <Field name="verdict" />
      <Field name="meaning" />
      <Field name="reason" />
    </>
  )
}

/** What the codes of partners mean; those that nobody has agreed on are a task of the home page. */
export default listScreen(listOutcomeCodes, {
  filters: ['text', { field: 'partnerId', input: PartnerSelect }, 'verdict', 'agreed'],
  columns: [
    { field: 'code', width: 130, fixed: 'start', opens: view },
    { field: 'partnerName', width: 260 },
    { field: 'verdict', width: 150, render: (row) => <Agreed {...row} /> },
    'meaning',
    'lastMessage',
    'lastSeenAt',
    { field: 'seen', width: 100 },
    { field: 'revision', width: 120 },
    'updatedAt',
    'updatedBy',
    { field: 'partnerCode', hidden: true },
  ],
  nameOf: ({ partnerCode, code }) => `${partnerCode} ${code}`,
  actions: [
    create(addOutcomeCode, CodeFields, { dual: () => true }),
    act(agreeOutcomeCode, {
      ask: CodeFields,
      values: ({ verdict, meaning, lastMessage }: Code) => ({ verdict: verdict ?? undefined, meaning: meaning || lastMessage }),
      when: ({ pendingRequestId }) => pendingRequestId === null,
      invalidates: [findOutcomeCode],
    }),
  ],
})
