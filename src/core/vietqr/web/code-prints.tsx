import PrinterOutlined from '@ant-design/icons/PrinterOutlined'
import { Alert, Button, Modal, Radio } from 'antd'
import { useState } from 'react'
import { merchantMachine } from '#core/merchants/contract/machine.ts'
import type { listCodes } from '#core/vietqr/contract/codes.ts'
import { codePicture, PictureFormat, PosterKind, printableCodes, printCodes } from '#core/vietqr/contract/prints.ts'
import type { FilterOf, RowOf } from '#kernel/contract.ts'
import { messageOf } from '#platform/web/api/api-error.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useNames } from '#platform/web/i18n.ts'
import type { Action, BulkAction, DialogProps } from '#platform/web/kit/actions/action.ts'
import { show } from '#platform/web/kit/actions/actions.tsx'
import { runDownload } from '#platform/web/kit/export/downloads.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import type { CodeRow } from './code-actions.tsx'
import { words as studioWords } from './studio/words.ts'

type Row = RowOf<typeof listCodes>

/** Nobody hangs up a code that is not paid by. */
const isPrinted = ({ status }: Pick<CodeRow, 'status'>) => status === 'ACTIVE' || status === 'LOCKED'

/** Says before something is hung up that nobody can pay by it for now. */
function Stopped({ status }: { status: CodeRow['merchantStatus'] }) {
  const labels = useLabels(studioWords)
  const named = useNames(merchantMachine.name).enumValue(merchantMachine.name, status).toLowerCase()
  return <Alert type="warning" showIcon title={labels.text('stopped', { status: named })} style={{ marginBlockEnd: 12 }} />
}

/** Poster, label or picture of one code. */
function PrintDialog({ row, title, onClose }: DialogProps<CodeRow>) {
  const labels = useLabels(studioWords)
  const [as, setAs] = useState<string>('POSTER_A6')
  const get = () => {
    const format = PictureFormat.safeParse(as)
    void (format.success ? runDownload(codePicture, { id: row.id, format: format.data }) : runDownload(printCodes, { ids: row.id, kind: as as PosterKind }))
    onClose()
  }
  const choices = [
    ...PosterKind.options.map((value) => ({ value, label: labels.enumValue('vietqr.studio.posterKind', value) })),
    ...PictureFormat.options.map((value) => ({ value, label: labels.enumValue('vietqr.studio.pictureFormat', value) })),
  ]
  return (
    <Modal open title={title} width={420} okText={labels.text('download')} onOk={get} onCancel={onClose}>
      {row.merchantStatus !== 'ACTIVE' && <Stopped status={row.merchantStatus} />}
      <Radio.Group vertical value={as} onChange={({ target }) => setAs(target.value)} options={choices} aria-label={labels.text('as')} />
    </Modal>
  )
}

export const printCode: Action<CodeRow> = show(PrintDialog, { key: 'print', contract: printCodes, icon: <PrinterOutlined />, when: isPrinted })

function KindChoice({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const labels = useLabels(studioWords)
  const choices = PosterKind.options.map((one) => ({ value: one, label: labels.enumValue('vietqr.studio.posterKind', one) }))
  return <Radio.Group vertical value={value} onChange={({ target }) => onChange(target.value)} options={choices} aria-label={labels.text('as')} />
}

/** One file of posters or labels for all that are selected. */
export const printMany: BulkAction<Row> = {
  key: 'print',
  place: 'bulk',
  permission: printCodes.permission,
  danger: false,
  fires: undefined,
  when: isPrinted,
  reason: undefined,
  choose: KindChoice,
  facts: ['merchantName', 'counter', 'merchantStatus'],
  run: async (rows, kind) => {
    await runDownload(printCodes, { ids: rows.map(({ id }) => id).join(','), kind: PosterKind.parse(kind) })
    return { done: rows.length, refused: 0, results: rows.map(({ id }) => ({ id, code: null, message: null })) }
  },
}

/** One file for all that the list is narrowed to, also where they are more than a page: what was imported a moment ago, or a whole unit. */
export function PrintMatching({ filter }: { filter: FilterOf<typeof listCodes> }) {
  const labels = useLabels(studioWords)
  const allowed = usePermission(printCodes.permission)
  const [open, setOpen] = useState(false)
  if (!allowed) return null
  return (
    <>
      <Button icon={<PrinterOutlined />} onClick={() => setOpen(true)}>
        {labels.text('printAll')}
      </Button>
      {open && <PrintMatchingDialog filter={filter} onClose={() => setOpen(false)} />}
    </>
  )
}

function PrintMatchingDialog({ filter, onClose }: { filter: FilterOf<typeof listCodes>; onClose: () => void }) {
  const labels = useLabels(studioWords)
  const [kind, setKind] = useState<string>('POSTER_A6')
  const found = useContractQuery(printableCodes, { searchSdi: filter }, { quiet: true })
  const ids = found.data?.ids ?? []
  const get = () => {
    void runDownload(printCodes, { ids: ids.join(','), kind: PosterKind.parse(kind) })
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
      {found.data !== undefined && found.data.stopped > 0 && (
        <Alert type="warning" showIcon title={labels.text('someStopped', { n: found.data.stopped })} style={{ marginBlockEnd: 12 }} />
      )}
      <KindChoice value={kind} onChange={setKind} />
    </Modal>
  )
}
