import { Alert, Form } from 'antd'
import { MerchantSelect } from '#core/merchants/web/public.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import { listAccounts } from '#core/vietqr/contract/accounts.ts'
import { memoOf } from '#core/vietqr/contract/codec/memo.ts'
import {
  activateCode,
  activateCodes,
  createCode,
  type listCodes,
  lockCode,
  lockCodes,
  replaceCode,
  revokeCode,
  revokeCodes,
  unlockCode,
  unlockCodes,
  updateCode,
} from '#core/vietqr/contract/codes.ts'
import type { RowOf } from '#kernel/contract.ts'
import { today } from '#platform/web/api/server-time.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { Action, BulkAction } from '#platform/web/kit/actions/action.ts'
import { act, bulk, create, edit } from '#platform/web/kit/actions/actions.tsx'
import { Field, Pair } from '#platform/web/kit/form/field.tsx'
import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import { type CodePaths, codeAddress } from './paths.ts'
import { words } from './words.ts'

export type CodeRow = Pick<
  RowOf<typeof listCodes>,
  'id' | 'version' | 'code' | 'kind' | 'status' | 'merchantStatus' | 'counter' | 'amount' | 'memo' | 'validFrom' | 'validTo'
>

/** What becomes of the memo that is typed: payers and banks see this one. */
function MemoAsPaid() {
  const labels = useLabels(words)
  const typed: unknown = Form.useWatch('memo')
  if (typeof typed !== 'string' || typed.trim() === '') return null
  const kept = memoOf(typed)
  if (kept === typed.trim()) return null
  return (
    <p className="bt-code-memo" role="status">
      {kept === '' ? labels.text('memoNothing') : labels.text('memoKept', { memo: kept })}
    </p>
  )
}

/** Only dynamic codes have an amount and a memo. */
function Facts({ kind }: { kind: unknown }) {
  const labels = useLabels(words)
  const dynamic = kind === 'DYNAMIC'
  return (
    <>
      <Alert type="info" showIcon title={labels.text(dynamic ? 'dynamicNote' : 'staticNote')} style={{ marginBlockEnd: 12 }} />
      <Field name="counter" />
      {dynamic && (
        <Pair>
          <Field name="amount" needed />
          <Field name="memo" />
        </Pair>
      )}
      {dynamic && <MemoAsPaid />}
      <Pair>
        <Field name="validFrom" />
        <Field name="validTo" needed={dynamic} />
      </Pair>
    </>
  )
}

function NewFields() {
  const kind = Form.useWatch('kind')
  return (
    <>
      <Field name="merchantId" chosen>
        <MerchantSelect />
      </Field>
      <Pair>
        <Field name="kind" />
        <Field name="unitId" chosen>
          <UnitSelect />
        </Field>
      </Pair>
      <Facts kind={kind} />
      <Field name="active" />
    </>
  )
}

const OldFacts = ({ record }: { record: CodeRow }) => <Facts kind={record.kind} />

function ReplaceFields({ record }: { record: CodeRow }) {
  return (
    <>
      <Facts kind={record.kind} />
      <Field name="reason" />
    </>
  )
}

const invalidates = [listAccounts]
const valuesOf = ({ counter, amount, memo, validTo, validFrom }: CodeRow) => ({ counter, amount, memo, validFrom, validTo })

/** What may be done with a code, among the others and on its page. */
export function codeActions(paths: CodePaths): readonly Action<CodeRow>[] {
  return [
    act(activateCode),
    edit(updateCode, OldFacts, { values: valuesOf, when: ({ status }) => status === 'DRAFT' }),
    act(lockCode, { ask: ['reason'] }),
    act(unlockCode),
    act(replaceCode, {
      ask: ReplaceFields,
      // Its last day stays, unless it is over.
      values: ({ counter, amount, memo, validTo }: CodeRow) => ({ counter, amount, memo, validTo: validTo !== null && validTo >= today() ? validTo : null }),
      when: ({ status }) => ['ACTIVE', 'LOCKED', 'EXPIRED'].includes(status),
      invalidates,
      onDone: ({ id }) => openAddress(codeAddress(paths, id)),
    }),
    act(revokeCode, { danger: true, ask: ['reason'], invalidates }),
  ]
}

export const newCode = (paths: CodePaths): Action<unknown> =>
  create(createCode, NewFields, {
    values: () => ({ kind: 'STATIC', active: true }),
    invalidates,
    onDone: ({ id }) => openAddress(codeAddress(paths, id)),
  })

const facts = ['merchantName', 'counter'] as const
type Row = RowOf<typeof listCodes>
export const codeBulks: readonly BulkAction<Row>[] = [
  bulk<typeof activateCodes, Row>(activateCodes, { key: 'activate', facts }),
  bulk<typeof lockCodes, Row>(lockCodes, { key: 'lock', reason: 'needed', facts }),
  bulk<typeof unlockCodes, Row>(unlockCodes, { key: 'unlock', facts }),
  bulk<typeof revokeCodes, Row>(revokeCodes, { key: 'revoke', reason: 'needed', danger: true, facts, invalidates }),
]
