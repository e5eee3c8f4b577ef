import { Alert, Form } from 'antd'
import { REQUEST_FILES, REQUEST_FILES_BYTES, REQUEST_FILES_TYPES, type RequestContracts } from '#core/reconciliation/contract/requests.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { EnumSelect } from '#platform/web/kit/form/enum-select.tsx'
import { Field } from '#platform/web/kit/form/field.tsx'
import { FileInput } from '#platform/web/kit/form/file-input.tsx'
import { FormDrawer } from '#platform/web/kit/form/form-drawer.tsx'
import { useAsked, useScreen } from '#platform/web/shell/routing/screen-context.ts'
import { endPage } from '#platform/web/shell/tabs/end-page.ts'
import { requestAddress } from '../addresses.ts'
import '../reconciliation.css'
import { words } from '../words.ts'
import type { RequestItem } from './items.ts'
import { ItemsInput } from './items-input.tsx'

type OfBreaks = OutputOf<RequestContracts['ofBreaks']>

interface Props {
  contracts: RequestContracts
  /** What breaks say of it, where it begins with some. */
  begun?: OfBreaks
}

/** What is asked for, of which transactions and why; it ends on the request. */
function RequestForm({ contracts, begun }: Props) {
  const labels = useLabels(words)
  const { tabId } = useScreen()
  let made: string | undefined
  const items: RequestItem[] = begun?.items ?? []
  return (
    <FormDrawer
      contract={contracts.create}
      title={labels.text('newRequest')}
      done={labels.text('saved')}
      entity="reconciliation.requests.request"
      size={1120}
      initial={{ items, ...(begun ? { kind: begun.kind, sessionId: begun.sessionId } : {}) }}
      fixed={['sessionId']}
      toInput={(values) => ({ ...values, ...(begun ? { sessionId: begun.sessionId } : {}) })}
      onDone={({ id }) => {
        made = id
      }}
      onClose={() => endPage(tabId, made === undefined ? contracts.routes.list : requestAddress(contracts, made))}
    >
      {begun && <Alert type="info" showIcon title={labels.text('requestOfSession', { code: begun.sessionCode })} className="bt-form-alert" />}
      <Field name="kind" chosen>
        <EnumSelect name="reconciliation.requests.requestKind" values={contracts.kinds} needed />
      </Field>
      <Items contracts={contracts} />
      <Field name="reason" />
      <Field name="attachments">
        <FileInput kind={REQUEST_FILES} types={REQUEST_FILES_TYPES} maxBytes={REQUEST_FILES_BYTES} />
      </Field>
    </FormDrawer>
  )
}

/** The transactions, checked for the kind that is chosen. */
function Items({ contracts }: { contracts: RequestContracts }) {
  const labels = useLabels(words)
  const kind = Form.useWatch<RequestItem['kind']>('kind')
  return (
    <Field name="items" label={labels.text('requestItems')}>
      <ItemsInput contracts={contracts} kind={kind} />
    </Field>
  )
}

/** Begun with breaks of a session: what they are about is asked first. */
function FromBreaks({ contracts, ids }: { contracts: RequestContracts; ids: readonly string[] }) {
  const query = useContractQuery(contracts.ofBreaks, { breakIds: [...ids] }, { quiet: true })
  return query.data ? <RequestForm contracts={contracts} begun={query.data} /> : <Waiting query={query} />
}

export default (contracts: RequestContracts) => () => {
  const ids = (useAsked().get('breaks') ?? '').split(',').filter((id) => /^\d+$/.test(id))
  return ids.length > 0 ? <FromBreaks contracts={contracts} ids={ids} /> : <RequestForm contracts={contracts} />
}
