import PrinterOutlined from '@ant-design/icons/PrinterOutlined'
import { Alert, Button, Modal } from 'antd'
import { useState } from 'react'
import type { FilterOf, RowOf } from '#kernel/contract.ts'
import { messageOf } from '#platform/web/api/api-error.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { BulkAction } from '#platform/web/kit/actions/action.ts'
import { runDownload } from '#platform/web/kit/export/downloads.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import { type listIssuanceLines, noticesOf, printNotices } from '../../contract/issuances/lines.ts'
import { words } from './words.ts'

type Line = RowOf<typeof listIssuanceLines>

/** Whoever has paid, or is not to be visited any more, gets no notice. */
const isNoticed = ({ status }: Line) => status === 'ISSUED' || status === 'ASSIGNED' || status === 'REFUSED' || status === 'NOT_FOUND'

/** One file of notices for all that are ticked. */
export const printMany: BulkAction<Line> = {
  key: 'print',
  place: 'bulk',
  permission: printNotices.permission,
  danger: false,
  fires: undefined,
  when: isNoticed,
  reason: undefined,
  choose: undefined,
  facts: ['payerName', 'amount'],
  run: async (rows) => {
    await runDownload(printNotices, { ids: rows.map(({ id }) => id).join(',') })
    return { done: rows.length, refused: 0, results: rows.map(({ id }) => ({ id, code: null, message: null })) }
  },
}

/** One file for all that the list is narrowed to: a lot, an office, the round of a postman. */
export function PrintMatching({ filter }: { filter: FilterOf<typeof listIssuanceLines> }) {
  const labels = useLabels(words)
  const allowed = usePermission(noticesOf.permission)
  const [open, setOpen] = useState(false)
  if (!allowed) return null
  return (
    <>
      <Button icon={<PrinterOutlined />} onClick={() => setOpen(true)}>
        {labels.text('printAll')}
      </Button>
      {open && <PrintDialog filter={filter} onClose={() => setOpen(false)} />}
    </>
  )
}

function PrintDialog({ filter, onClose }: { filter: FilterOf<typeof listIssuanceLines>; onClose: () => void }) {
  const labels = useLabels(words)
  const found = useContractQuery(noticesOf, { searchSdi: filter }, { quiet: true })
  const ids = found.data?.ids ?? []
  const get = () => {
    void runDownload(printNotices, { ids: ids.join(',') })
    onClose()
  }
  return (
    <Modal
      open
      title={labels.text('printAll')}
      width={420}
      okText={labels.text('download')}
      okButtonProps={{ disabled: ids.length === 0 }}
      onOk={get}
      onCancel={onClose}
    >
      {found.error ? (
        <Alert type="warning" showIcon title={messageOf(found.error)} />
      ) : (
        <p aria-busy={found.isPending}>{labels.text('printAllText', { n: ids.length })}</p>
      )}
    </Modal>
  )
}
